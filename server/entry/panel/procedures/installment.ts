import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { checkedText, codeText } from "@/server/domain/fields";
import { previewInstallments } from "@/server/usecases/pricing/queries";
import { listTerminalTariffs } from "@/server/usecases/pricing/tariff-queries";
import { queryProcedure, router } from "../door";

/** The first six to eight digits of a card number, never more of it. */
const digits = checkedText((value) => (/^[0-9]{6,8}$/.test(value) ? null : problem("digits", 8)));

/** Procedures for installment prices. */
export const installmentRouter = router({
  /** Lists a terminal's tariffs in force and in the future. */
  tariffs: queryProcedure("installment.read")
    .input(z.object({ terminalId: codeText(64) }))
    .query(({ ctx: { ctx, session }, input }) =>
      listTerminalTariffs(ctx, { partnerId: session.account.partnerId, ...input }),
    ),
  /** Returns what one card, or any card, can be charged at a terminal. */
  preview: queryProcedure("installment.read")
    .input(z.object({ terminalId: codeText(64), digits: digits.nullable() }))
    .query(({ ctx: { ctx, session }, input }) => previewInstallments(ctx, { account: session.account, ...input })),
});
