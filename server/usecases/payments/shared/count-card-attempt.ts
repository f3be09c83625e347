import type { BankRefusal } from "@/server/domain/banks/decline";
import { inTx, type Tx } from "@/server/store/db";
import { moveLink } from "@/server/store/links/links";
import { insertAttempt, moveAttempt } from "@/server/store/payments/attempts";
import { movePayment, type PaymentRow, updateInitiatedPayment } from "@/server/store/payments/payments";
import { noteRefusal } from "@/server/usecases/card-testing/shared/note-refusal";
import type { Ctx } from "@/server/usecases/ctx";
import { type LockedPayment, lockPaymentWithLink } from "@/server/usecases/expiry/shared/end-payment";
import { buildRefusedAttempt, type RefusedCard } from "./attempt-row";
import { endInterruptedStart, findInterruptedStart } from "./interrupted-start";

export interface CountCardAttemptInput {
  readonly payment: Pick<PaymentRow, "id" | "linkId">;
  /** The account's allowance of card attempts per payment (D-19). */
  readonly attemptsMax: number;
  /** The attempt that the bank declined before 3-D Secure. */
  readonly rejected?: {
    readonly attemptId: string;
    readonly reason: BankRefusal;
    readonly bankCode: string;
    readonly bankMessage: string | null;
  };
  /** The card that was refused before it reached the bank, which becomes an attempt of its own (D-397). */
  readonly refused?: RefusedCard;
}

/**
 * `left`: another card may be tried; `exhausted`: this was the last permitted card; `closed`: nothing was counted,
 * because the payment had already ended or another card is on its way.
 */
export type AllowanceState = "left" | "exhausted" | "closed";

/**
 * Counts a rejected card against the payment's allowance; the rejection that uses up the allowance makes the payment
 * failed for good (D-17, D-19). A link whose card was rejected becomes failed and can be paid again (D-10).
 */
export const countCardAttempt = (ctx: Ctx, input: CountCardAttemptInput): Promise<AllowanceState> =>
  inTx(ctx.db, async (tx) => countCardAttemptInTx(ctx, tx, await lockPaymentWithLink(tx, input.payment), input));

/** Does the same as `countCardAttempt` in a transaction that has already locked the payment. */
export async function countCardAttemptInTx(
  ctx: Ctx,
  tx: Tx,
  held: LockedPayment,
  { attemptsMax, rejected, refused }: Omit<CountCardAttemptInput, "payment">,
): Promise<AllowanceState> {
  const now = ctx.clock.now();
  const interruptedId = rejected ? null : await findInterruptedStart(tx, held.payment);
  const ended = interruptedId === null ? null : await endInterruptedStart(tx, held, interruptedId, now);
  const { payment, link } = ended ?? held;
  const heldByAnother = payment.prepareStartedAt !== null && !rejected;
  const exhausted = payment.attemptsUsed >= attemptsMax;
  if (payment.status !== "initiated" || heldByAnother || exhausted) return "closed";
  if (rejected) {
    const { attemptId, reason, bankCode, bankMessage } = rejected;
    await moveAttempt(tx, attemptId, "rejected", now, { declineReason: reason, bankCode, bankMessage });
  }
  if (refused) await insertAttempt(tx, buildRefusedAttempt(ctx, payment, refused, now));
  const attemptsUsed = payment.attemptsUsed + 1;
  await updateInitiatedPayment(tx, payment.id, {}, { attemptsUsed, prepareStartedAt: null, updatedAt: now });
  if (link) await moveLink(tx, link, "failed", now);
  const isExhausted = attemptsUsed >= attemptsMax;
  if (isExhausted) await movePayment(tx, payment, "failed", now, now, { failureCode: "card_attempt_limit_exceeded" });
  if (rejected) await noteRefusal(ctx, tx, rejected.attemptId);
  return isExhausted ? "exhausted" : "left";
}
