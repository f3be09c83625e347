import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { alertAfterMs, firstInquiryMs } from "@/server/domain/payments/inquiry";
import { listPartnerNames } from "@/server/store/accounts/partners";
import { listOpenQuestionRows, type OpenQuestionRow } from "@/server/store/operations/open-questions";
import { listPartnersOfPayments } from "@/server/store/payments/payments";
import { findPartnerOfRefund } from "@/server/store/refunds/pending-refunds";
import type { Ctx } from "../ctx";
import { listContradictions } from "../payouts/queries";

const shownMax = 100;

/**
 * Lists what waits for an answer about money: the oldest 100 calls to banks whose outcome is unknown and money that has
 * not gone back, the payments that a contradiction holds, and the corrections that wait for a second person.
 */
export async function listOpenQuestions(ctx: Ctx) {
  const now = ctx.clock.now();
  const [rows, { held, corrections }] = await Promise.all([
    listOpenQuestionRows(ctx.db, plusMs(now, -firstInquiryMs), shownMax + 1),
    listContradictions(ctx),
  ]);
  const codes = [...held.map(({ paymentCode }) => paymentCode), ...corrections.map(({ paymentId }) => paymentId)];
  const owners = new Map((await listPartnersOfPayments(ctx.db, codes)).map(({ id, partnerId }) => [id, partnerId]));
  const names = new Map(
    (await listPartnerNames(ctx.db, [...owners.values()])).map(({ id, name }) => [id, name] as const),
  );
  const ownerOf = (paymentCode: string) => {
    const partnerId = owners.get(paymentCode) ?? "";
    return { partnerId, partnerName: names.get(partnerId) ?? partnerId };
  };
  return {
    now,
    questions: rows.slice(0, shownMax).map((row) => toOpenQuestion(row, now)),
    hasMore: rows.length > shownMax,
    held: held.map((payment) => ({ ...payment, ...ownerOf(payment.paymentCode) })),
    corrections: corrections.map(({ id, paymentId, proposedBy, kind, amount, reason, evidence, ...row }) => ({
      correctionId: id,
      paymentCode: paymentId,
      ...ownerOf(paymentId),
      kind,
      amount,
      reason,
      evidence,
      proposedAt: row.proposedAt,
      proposedBy,
      proposer: row.proposer.email,
      /** Whether the payment is held, which an approval ends. */
      isHeld: row.payment.heldSince !== null,
    })),
  };
}

/** A person may decide once the bank has had 15 minutes to answer (D-46, D-75). */
const toOpenQuestion = (row: OpenQuestionRow, now: Date) => ({
  ...row,
  openMs: now.getTime() - row.sentAt.getTime(),
  isDecidable: row.kind === "money_kept" || now >= plusMs(row.sentAt, alertAfterMs),
});

/** Returns the account of a payment. Throws payment_not_found. */
export async function getPartnerOfPayment(ctx: Ctx, { paymentCode }: { paymentCode: string }): Promise<string> {
  const [found] = await listPartnersOfPayments(ctx.db, [paymentCode]);
  if (!found) throw new AppError("payment_not_found", `There is no payment ${paymentCode}`);
  return found.partnerId;
}

/** Returns the account of a refund. Throws not_found. */
export async function getPartnerOfRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<string> {
  const partnerId = await findPartnerOfRefund(ctx.db, refundId);
  if (partnerId === null) throw new AppError("not_found", `There is no refund ${refundId}`);
  return partnerId;
}
