import type { Outcome } from "@/server/banks/bank";
import { nextInquiryAt } from "@/server/domain/payments/inquiry";
import { type MoneyReturnWithPayment, planReturnInquiry } from "@/server/store/captures/money-returns";
import type { Ctx } from "../ctx";
import { findMoneyReturnDayEnd, markMoneyNotReturned, markMoneyReturned } from "./shared/money-return-outcome";

/** Records the bank's answer to a return of money (D-72): done, declined, or unknown and left to the inquiry. */
export async function recordMoneyReturn(
  ctx: Ctx,
  { row, outcome }: { row: MoneyReturnWithPayment; outcome: Outcome },
): Promise<void> {
  if (outcome.kind === "approved") return markMoneyReturned(ctx, row, outcome.references);
  if (outcome.kind === "declined") {
    const { reason, bankCode } = outcome;
    return markMoneyNotReturned(ctx, row, { declineReason: reason, bankCode });
  }
  const why = outcome.kind === "unknown" ? outcome.cause : outcome.kind;
  ctx.log.warn({ paymentCode: row.paymentId, returnId: row.id, why }, "The outcome of the return is unknown");
  const now = ctx.clock.now();
  const plan = { unknownSince: now, nextInquiryAt: nextInquiryAt(0, now, now, findMoneyReturnDayEnd(row)) };
  await planReturnInquiry(ctx.db, row.id, plan);
}
