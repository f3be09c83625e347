import type { DeclineReason } from "@/server/banks/bank";
import { moveAttempt } from "@/server/store/attempts";
import { inTx } from "@/server/store/db";
import { lockPayment, movePayment, updateInitiated } from "@/server/store/payments";
import type { Ctx } from "./ctx";

export interface DrawDownInput {
  readonly paymentCode: string;
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

/** Counts a card-level rejection; the one that reaches the allowance locks the payment to failed (D-17, D-19). */
export const drawDownAllowance = (ctx: Ctx, input: DrawDownInput): Promise<DrawnDown> =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const payment = await lockPayment(tx, input.paymentCode);
    const heldByAnother = payment.prepareStartedAt !== null && !input.rejected;
    const exhausted = payment.attemptsUsed >= input.attemptsMax;
    if (payment.status !== "initiated" || heldByAnother || exhausted) return "closed";
    if (input.rejected) {
      const { attemptId, reason, bankCode } = input.rejected;
      await moveAttempt(tx, attemptId, "rejected", now, { declineReason: reason, bankCode });
    }
    const attemptsUsed = payment.attemptsUsed + 1;
    await updateInitiated(tx, payment.id, {}, { attemptsUsed, prepareStartedAt: null, updatedAt: now });
    if (attemptsUsed < input.attemptsMax) return "left";
    await movePayment(tx, payment, "failed", now, now, { failureCode: "card_attempt_limit_exceeded" });
    return "exhausted";
  });
