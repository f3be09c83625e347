import type { Tx } from "@/server/store/db";
import { moveLink } from "@/server/store/links/links";
import { abandonAttemptToHandOut, findAttemptToHandOut } from "@/server/store/payments/handing-out";
import { type PaymentRow, updateInitiatedPayment } from "@/server/store/payments/payments";
import { isProcessGone } from "@/server/store/process-lock";
import type { LockedPayment } from "@/server/usecases/expiry/shared/end-payment";

/**
 * Returns the attempt of a payment whose start a crash interrupted (D-340): it is on record, it was not handed out, and
 * the process that began it is gone. Null in every other case, also while that process still works on it.
 */
export async function findInterruptedStart(
  db: Pick<Tx, "attempt" | "$queryRaw">,
  payment: Pick<PaymentRow, "id" | "status" | "prepareStartedAt">,
): Promise<string | null> {
  if (payment.status !== "initiated" || payment.prepareStartedAt === null) return null;
  const attempt = await findAttemptToHandOut(db, payment.id);
  return attempt && (await isProcessGone(db, attempt.startedBy)) ? attempt.id : null;
}

/** Returns a payment as another card may see it: a start that a crash interrupted does not hold it. */
export const withoutInterruptedStart = <P extends PaymentRow>(payment: P, interruptedId: string | null): P =>
  interruptedId === null ? payment : { ...payment, prepareStartedAt: null };

/**
 * Ends an interrupted start under the locks of its payment and link, so that another card can start. Nothing was taken
 * and no card was refused, so the allowance stays as it is (D-342). Returns null where the attempt has been handed out
 * meanwhile: its process had only lost its lease.
 */
export async function endInterruptedStart(
  tx: Tx,
  { payment, link }: LockedPayment,
  interruptedId: string,
  now: Date,
): Promise<LockedPayment | null> {
  if (!(await abandonAttemptToHandOut(tx, interruptedId, now))) return null;
  const freed = { prepareStartedAt: null, updatedAt: now };
  await updateInitiatedPayment(tx, payment.id, {}, freed);
  if (link?.status !== "initiated") return { payment: { ...payment, ...freed }, link };
  await moveLink(tx, link, "failed", now);
  return { payment: { ...payment, ...freed }, link: { ...link, status: "failed" } };
}
