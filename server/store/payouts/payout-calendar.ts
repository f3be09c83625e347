import type { CalendarPayout, CarriedDay, UncollectedSum } from "@/server/domain/payouts/payout-calendar";
import type { Db } from "../db";
import type { PartnerId } from "../tenant";

/** Days: `from` is the first one, `to` the day after the last one, both midnight UTC of their dates. */
interface DaySpan {
  readonly from: Date;
  readonly to: Date;
}

type SumRow = Omit<UncollectedSum, "amountKurus" | "isPaymentHeld"> & { readonly amount: string };

/**
 * Sums what an account is owed and no payout has collected, by the days on which it is due and is collected. What is
 * older is included, because it is late. The partial index settlement_unpaid has all that the sums need; the
 * settlements of held payments are few, and are read by their payments.
 * @param until the end of the due days (UTC), exclusive
 */
export async function sumUncollected(db: Db, partnerId: PartnerId, until: Date): Promise<UncollectedSum[]> {
  const values = [partnerId, until];
  const [all, held] = await Promise.all([
    db.pool.query<SumRow>({ name: "sum-uncollected", text: sumAll, values }),
    db.pool.query<SumRow>({ name: "sum-uncollected-of-held", text: sumHeld, values }),
  ]);
  const heldSums = held.rows.map((row) => toSum(row, true));
  const free = all.rows.flatMap((row) => {
    const sum = toSum(row, false);
    const out = heldSums.find((one) => isSameDay(one, sum));
    if (!out) return [sum];
    const count = sum.count - out.count;
    return count <= 0 ? [] : [{ ...sum, count, amountKurus: sum.amountKurus - out.amountKurus }];
  });
  return [...free, ...heldSums];
}

const sums = `s.due_at as "dueAt", coalesce(s.collect_at, s.due_at) as "collectAt", count(*)::int as count,
              sum(s.amount)::bigint as amount`;

const isUncollected = "s.partner_id = $1 and s.payout_id is null and s.carry_over_id is null and s.due_at < $2";

const sumAll = `
  select ${sums} from settlement s where ${isUncollected} group by s.due_at, s.collect_at order by s.due_at, s.collect_at`;

const sumHeld = `
  select ${sums} from payment p join settlement s on s.payment_id = p.id
   where p.held_since is not null and ${isUncollected}
   group by s.due_at, s.collect_at order by s.due_at, s.collect_at`;

const toSum = ({ amount, ...sum }: SumRow, isPaymentHeld: boolean): UncollectedSum => ({
  ...sum,
  isPaymentHeld,
  amountKurus: BigInt(amount),
});

const isSameDay = (one: UncollectedSum, other: UncollectedSum): boolean =>
  one.dueAt.getTime() === other.dueAt.getTime() && one.collectAt.getTime() === other.collectAt.getTime();

/** Lists an account's payouts by their value dates, without those that were withdrawn. */
export async function listPayoutsOfDays(
  db: Db,
  partnerId: PartnerId,
  { from, to }: DaySpan,
): Promise<CalendarPayout[]> {
  const rows = await db.prisma.payout.findMany({
    where: { partnerId, status: { not: "withdrawn" }, valueDate: { gte: from, lt: to } },
    select: { id: true, status: true, valueDate: true, amount: true, lineCount: true },
    orderBy: [{ valueDate: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ amount, ...payout }) => ({ ...payout, amountKurus: amount }));
}

/** Sums what an account's days carried over. */
export async function listCarriedDays(db: Db, partnerId: PartnerId, { from, to }: DaySpan): Promise<CarriedDay[]> {
  const rows = await db.prisma.carryOver.groupBy({
    by: ["day"],
    where: { partnerId, day: { gte: from, lt: to } },
    _sum: { amount: true, count: true },
    orderBy: { day: "asc" },
  });
  return rows.map(({ day, _sum }) => ({ day, amountKurus: _sum.amount ?? 0n, count: _sum.count ?? 0 }));
}
