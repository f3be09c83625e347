import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { checkedText, codeText } from "@/server/domain/fields";
import { listTerminalTariffs } from "@/server/usecases/pricing/list-terminal-tariffs";
import { previewInstallments } from "@/server/usecases/pricing/preview-installments";
import { read, router } from "../door";

/** The beginning of a card number: never more than eight digits of it. */
const digits = checkedText((value) => (/^[0-9]{6,8}$/.test(value) ? null : problem("digits", 8)));

export const installmentRouter = router({
  /** What a terminal charges and from when on it will charge something else. */
  tariffs: read("installment.read")
    .input(z.object({ terminalId: codeText(64) }))
    .query(({ ctx: { ctx, session }, input }) =>
      listTerminalTariffs(ctx, { partnerId: session.account.partnerId, ...input }),
    ),
  /** What a card, or any card, can be charged at a terminal. */
  preview: read("installment.read")
    .input(z.object({ terminalId: codeText(64), digits: digits.nullable() }))
    .query(({ ctx: { ctx, session }, input }) =>
      previewInstallments(ctx, { account: session.account, ...input }),
    ),
});
