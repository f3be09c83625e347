import { plusMs } from "@/server/domain/clock";
import type { Db } from "./db";

/** One thing whose instant has come (D-48). */
export interface DueItem {
  readonly kind: "payment_expiry" | "inquiry" | "alert" | "recheck";
  /** The payment's code, else the attempt's id. */
  readonly id: string;
  readonly at: Date;
}

/** What is due until an instant, oldest first; each branch reads one partial index. */
export const listDue = (db: Db, until: Date, countMax: number): Promise<DueItem[]> =>
  db.prisma.$queryRaw<DueItem[]>`
    (select 'payment_expiry' as kind, id, expires_at as at from payment
      where status = 'initiated' and capture_started_at is null and expires_at <= ${until}
      order by expires_at limit ${countMax})
    union all
    (select 'inquiry', id, next_inquiry_at from attempt
      where next_inquiry_at <= ${until} order by next_inquiry_at limit ${countMax})
    union all
    (select 'alert', id, alert_at from attempt
      where alert_at <= ${until} order by alert_at limit ${countMax})
    union all
    (select 'recheck', id, recheck_at from attempt
      where recheck_at <= ${until} order by recheck_at limit ${countMax})
    order by at, id limit ${countMax}`;

/** While somebody asks the bank, nobody else does; should it die, the next one asks when this is over. ms. */
const leaseMs = 90_000;

/** Takes a due inquiry; false when another was quicker. */
export async function claimInquiry(db: Db, attemptId: string, now: Date): Promise<boolean> {
  const { count } = await db.prisma.attempt.updateMany({
    where: { id: attemptId, nextInquiryAt: { lte: now }, status: { in: ["capturing", "unknown"] } },
    data: { nextInquiryAt: plusMs(now, leaseMs) },
  });
  return count === 1;
}

/** Takes a due alert; false when another was quicker. */
export async function claimAlert(db: Db, attemptId: string, now: Date): Promise<boolean> {
  const { count } = await db.prisma.attempt.updateMany({
    where: { id: attemptId, alertAt: { lte: now } },
    data: { alertAt: null },
  });
  return count === 1;
}

/** Takes a due last look at day-end; false when another was quicker. */
export async function claimRecheck(db: Db, attemptId: string, now: Date): Promise<boolean> {
  const { count } = await db.prisma.attempt.updateMany({
    where: { id: attemptId, recheckAt: { lte: now } },
    data: { recheckAt: plusMs(now, leaseMs) },
  });
  return count === 1;
}
