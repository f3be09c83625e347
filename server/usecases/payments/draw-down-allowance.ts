import type { DeclineReason } from "@/server/banks/bank";
import { inTx, type Tx } from "@/server/store/db";
import { moveLink } from "@/server/store/links/links";
import { moveAttempt } from "@/server/store/payments/attempts";
import { movePayment, type PaymentRow, updateInitiated } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { type HeldPayment, holdPayment } from "../expiry/hold-payment";

export interface DrawDownInput {
  readonly payment: Pick<PaymentRow, "id" | "linkId">;
  /** The account's allowance (D-19). */
  readonly attemptsMax: number;
  /** The attempt that the bank declined before 3-D Secure; absent when the card did not get that far. */
  readonly rejected?: {
    readonly attemptId: string;
    readonly reason: DeclineReason;
    readonly bankCode: string;
  };
}

/** `left`: another card may be tried; `exhausted`: this was the last; `closed`: the payment had moved on before. */
export type DrawnDown = "left" | "exhausted" | "closed";

/**
 * Counts a card-level rejection; the one that reaches the allowance locks the payment to failed (D-17, D-19). A link
 * whose card was rejected is failed, and can be paid again (D-10).
 */
export const drawDownAllowance = (ctx: Ctx, input: DrawDownInput): Promise<DrawnDown> =>
  inTx(ctx.db, async (tx) => drawDownHeld(ctx, tx, await holdPayment(tx, input.payment), input));

/** The same for a payment that is held already. */
export async function drawDownHeld(
  ctx: Ctx,
  tx: Tx,
  { payment, link }: HeldPayment,
  { attemptsMax, rejected }: Omit<DrawDownInput, "payment">,
): Promise<DrawnDown> {
  const now = ctx.clock.now();
  const heldByAnother = payment.prepareStartedAt !== null && !rejected;
  const exhausted = payment.attemptsUsed >= attemptsMax;
  if (payment.status !== "initiated" || heldByAnother || exhausted) return "closed";
  if (rejected) {
    const { attemptId, reason, bankCode } = rejected;
    await moveAttempt(tx, attemptId, "rejected", now, { declineReason: reason, bankCode });
  }
  const attemptsUsed = payment.attemptsUsed + 1;
  await updateInitiated(tx, payment.id, {}, { attemptsUsed, prepareStartedAt: null, updatedAt: now });
  if (link) await moveLink(tx, link, "failed", now);
  if (attemptsUsed < attemptsMax) return "left";
  await movePayment(tx, payment, "failed", now, now, { failureCode: "card_attempt_limit_exceeded" });
  return "exhausted";
}
