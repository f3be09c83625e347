import { expect } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { type BankLimits, type LimitCheck, limitChecks } from "@/server/domain/payments/limits";
import { inTx } from "@/server/store/db";
import { sumConnectionUsage } from "@/server/store/payments/payments";
import type { TestWorld } from "./world";

const most = 10n ** 15n;
const window = (from: string, to: string) => ({ from, to, max: most });

/** Limits of every kind and hour ranges of every shape, too high to be reached. */
const everyLimit: BankLimits = {
  perTx: null,
  daily: most,
  weekly: most,
  monthly: most,
  windows: [
    window("00:00", "00:00"),
    window("13:37", "13:37"),
    window("22:00", "06:00"),
    window("06:00", "22:00"),
    window("23:59", "23:58"),
  ],
};

/**
 * The SQL condition of a voided payment: a voided payment does not count, while credits do not change the usage (D-41).
 */
const isVoided = `exists (
  select from refund where payment_id = payment.id and method = 'void' and status = 'approved')`;

/** Sums the usage of a bank connection from the payments, without the stored totals (D-41). */
async function sumPayments(
  world: TestWorld,
  terminalId: string,
  except: string,
  checks: readonly LimitCheck[],
): Promise<bigint[]> {
  const { rows } = await world.db.pool.query(
    `select (select coalesce(sum(amount), 0)::text from payment
              where terminal_id = $1 and id <> $2 and counted_at >= since and not ${isVoided}
                and (status = 'captured'
                     or (status = 'initiated' and (capture_started_at is not null or expires_at > $4)))) as sum
       from unnest($3::timestamptz[]) with ordinality as checks(since, position) order by position`,
    [terminalId, except, checks.map(({ since }) => since), world.clock.now()],
  );
  return rows.map(({ sum }) => BigInt(sum));
}

/** Expects that the usage of every period of a limit equals the sum of the payments, also without one of them. */
export async function expectUsageEqualsPayments(world: TestWorld, terminalId: string, except = ""): Promise<void> {
  const now = world.clock.now();
  const checks = limitChecks(everyLimit, now);
  const sums = await sumPayments(world, terminalId, except, checks);
  const usage = await inTx(world.db, (tx) => sumConnectionUsage(tx, terminalId, now, except, checks));
  const named = (values: readonly bigint[]) =>
    checks.map(({ code, since }, i) => `${code} since ${since.toISOString()}: ${values[i]}`);
  expect(named(usage)).toEqual(named(sums));
}

/**
 * Expects that every stored total that a limit can need equals the sum of its payments, and that there are no others.
 */
export async function expectTotalsEqualPayments(world: TestWorld, terminalId: string): Promise<void> {
  const now = world.clock.now();
  const kept = { day: plusMs(now, -days(31)), minute: plusMs(now, -days(1)) };
  const spanStart = (span: string, column: string) =>
    `date_trunc('${span}', ${column} at time zone 'Europe/Istanbul') at time zone 'Europe/Istanbul'`;
  for (const span of ["day", "minute"] as const) {
    const { rows: totals } = await world.db.pool.query(
      `select starts_at, amount::text from connection_total
        where terminal_id = $1 and span = $2::"TotalSpan" and starts_at >= $3 and amount <> 0 order by 1`,
      [terminalId, span, kept[span]],
    );
    const { rows: sums } = await world.db.pool.query(
      `select ${spanStart(span, "counted_at")} as starts_at, sum(amount)::text as amount from payment
        where terminal_id = $1 and status in ('initiated', 'captured') and not ${isVoided}
          and ${spanStart(span, "counted_at")} >= $2
        group by 1 order by 1`,
      [terminalId, kept[span]],
    );
    expect(totals, span).toEqual(sums);
  }
}
