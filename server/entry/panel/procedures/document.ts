import { z } from "zod";
import { translatorFor } from "@/messages/translate";
import { toFileNamePart } from "@/server/domain/ascii";
import { istanbulDate } from "@/server/domain/business-day";
import { codeText } from "@/server/domain/fields";
import { getMovement } from "@/server/usecases/payments/movement-queries";
import { getPayoutNotice } from "@/server/usecases/payouts/payout-notice-queries";
import { toPdf } from "../../documents/document-words";
import { buildPayoutNotice } from "../documents/payout-notice";
import { buildReceipt } from "../documents/receipt";
import { type PanelDoorContext, queryProcedure, router } from "../door";
import { answerFile, toAccountPart } from "../file-door";
import { readPanelDoor } from "../session";

const language = z.enum(["tr", "en"]);

/** Procedures for the documents of an account, for the pages that print them. */
export const documentRouter = router({
  /** Returns the receipt of a movement. */
  receipt: queryProcedure("payment.read")
    .input(z.object({ transactionId: codeText(64), language }))
    .query(async ({ ctx: { ctx, session }, input }) => {
      const movement = await getMovement(ctx, { partnerId: session.account.partnerId, ...input });
      return { paymentCode: movement.paymentCode, document: buildReceipt(movement, input.language, ctx.clock.now()) };
    }),

  payoutNotice: queryProcedure("payout.read")
    .input(z.object({ payoutId: codeText(64), language }))
    .query(async ({ ctx: { ctx, session }, input }) => {
      const notice = await getPayoutNotice(ctx, { partnerId: session.account.partnerId, ...input });
      return { document: buildPayoutNotice(notice, session.account.name, input.language, ctx.clock.now()) };
    }),
});

/** Answers `GET /panel/export/receipt.pdf`. */
export const handleReceipt = async (request: Request): Promise<Response> =>
  answerReceipt(request, await readPanelDoor(request.headers));

/** Answers `GET /panel/export/payout.pdf`. */
export const handlePayoutNotice = async (request: Request): Promise<Response> =>
  answerPayoutNotice(request, await readPanelDoor(request.headers));

/** Answers the receipt of the movement that `?transaction=` names as a PDF (D-376). */
export function answerReceipt(request: Request, door: PanelDoorContext): Promise<Response> {
  const { ctx } = door;
  const transactionId = new URL(request.url).searchParams.get("transaction") ?? "";
  const fileRequest = {
    permission: "payment.read",
    action: "payment.receipt",
    detail: { transaction: transactionId },
  } as const;
  return answerFile(request, door, fileRequest, async ({ account }, language) => {
    const movement = await getMovement(ctx, { partnerId: account.partnerId, transactionId });
    const name = translatorFor(language, "panel.receipt")("file", {
      account: toAccountPart(account),
      order: toFileNamePart(movement.partnerTxCode) || movement.paymentCode.slice(4),
      day: istanbulDate(movement.occurredAt),
    });
    return { name, document: toPdf(buildReceipt(movement, language, ctx.clock.now())) };
  });
}

/** Answers the notice of the payout that `?payout=` names as a PDF (D-376). */
export function answerPayoutNotice(request: Request, door: PanelDoorContext): Promise<Response> {
  const { ctx } = door;
  const payoutId = new URL(request.url).searchParams.get("payout") ?? "";
  const fileRequest = { permission: "payout.read", action: "payout.notice", detail: { payout: payoutId } } as const;
  return answerFile(request, door, fileRequest, async ({ account }, language) => {
    const notice = await getPayoutNotice(ctx, { partnerId: account.partnerId, payoutId });
    const name = translatorFor(language, "panel.payoutNotice")("file", {
      account: toAccountPart(account),
      day: istanbulDate(notice.payout.valueDate),
    });
    return { name, document: toPdf(buildPayoutNotice(notice, account.name, language, ctx.clock.now())) };
  });
}
