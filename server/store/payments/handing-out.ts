import { attemptTable, sourceStates } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import { prepareStatement } from "../named-sql";

/**
 * Records that the bank's form of an attempt is about to leave (D-340), as a compare-and-set: never twice, and never
 * for an attempt that has ended. Returns false where nothing may leave.
 */
export async function handOutAttempt(db: Db, attemptId: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.pool.query(handOutStatement({ attemptId, now }));
  return rowCount === 1;
}

const handOutStatement = prepareStatement(
  "hand-out-attempt",
  `update attempt set handed_out_at = :now, updated_at = :now
    where id = :attemptId and status = 'started' and handed_out_at is null`,
);

/**
 * Finds the attempt of a payment that a process has begun and not handed out yet, and the number of that process; null
 * where there is none. A payment has one attempt at a time.
 */
export async function findAttemptToHandOut(
  { attempt }: Pick<Tx, "attempt">,
  paymentCode: string,
): Promise<{ readonly id: string; readonly startedBy: number } | null> {
  const found = await attempt.findFirst({
    where: { paymentId: paymentCode, status: { in: ["preparing", "started"] }, handedOutAt: null },
    select: { id: true, startedBy: true },
  });
  return found && found.startedBy !== null ? { id: found.id, startedBy: found.startedBy } : null;
}

/**
 * Abandons an attempt that has not been handed out, as a compare-and-set. Returns false where it has been meanwhile, or
 * has ended.
 */
export async function abandonAttemptToHandOut({ attempt }: Tx, attemptId: string, now: Date): Promise<boolean> {
  const { count } = await attempt.updateMany({
    where: { id: attemptId, status: { in: sourceStates(attemptTable, "abandoned") }, handedOutAt: null },
    data: { status: "abandoned", updatedAt: now },
  });
  return count === 1;
}
