import { istanbulDate, istanbulDayStart } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import type { StatementBook } from "@/server/domain/statements/statement";
import {
  type ComputedDay,
  computeLedgerDays,
  type DayTotal,
  findFirstMovement,
  listStoredTotals,
  netOf,
  readStoredNet,
  storeLedgerDays,
} from "@/server/store/statements/ledger-days";
import { findLastClosed } from "@/server/store/statements/months";
import { type Connection, inSnapshot } from "@/server/store/statements/snapshot";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";

/** Reads sums of days in one snapshot. Days that are not stored are computed; amounts in signed kuruş. */
export interface DaySums {
  readonly connection: Connection;
  /** Adds up what the movements of a span of whole days changed. */
  readNet(from: Date, to: Date): Promise<bigint>;
  /** Lists the totals of a span of whole days, those of one kind and terminal in one or several parts. */
  listTotals(from: Date, to: Date): Promise<readonly DayTotal[]>;
}

/** The number of days that one statement computes. */
const daysAtOnce = 7;

/** Runs reads that have to agree with each other, and afterwards stores the sums of the days that it had to compute. */
export async function withDaySums<T>(
  ctx: Ctx,
  { partnerId, book }: { partnerId: PartnerId; book: StatementBook },
  work: (sums: DaySums) => Promise<T>,
): Promise<T> {
  const today = istanbulDayStart(ctx.clock.now());
  // A bank's clock may be ahead, so the next day may have a movement already, but none after it.
  const endMax = plusMs(today, days(2));
  const computed: ComputedDay[] = [];
  const result = await inSnapshot(ctx.db, (connection) => {
    const compute = async (missing: readonly string[]): Promise<readonly DayTotal[]> => {
      const found: DayTotal[] = [];
      for (let first = 0; first < missing.length; first += daysAtOnce) {
        const some = await computeLedgerDays(connection, {
          partnerId,
          book,
          days: missing.slice(first, first + daysAtOnce),
        });
        computed.push(...some);
        found.push(...some.flatMap(({ totals }) => totals));
      }
      return found;
    };
    const toSpan = (from: Date, to: Date) => ({
      partnerId,
      book,
      fromDay: istanbulDate(from),
      toDay: istanbulDate(to < endMax ? to : endMax),
    });
    return work({
      connection,
      async readNet(from, to) {
        const { netKurus, missing } = await readStoredNet(connection, toSpan(from, to));
        return (await compute(missing)).reduce((sum, total) => sum + netOf(total), netKurus);
      },
      async listTotals(from, to) {
        const { totals, missing } = await listStoredTotals(connection, toSpan(from, to));
        return [...totals, ...(await compute(missing))];
      },
    });
  });
  const todaysDate = istanbulDate(today);
  await storeLedgerDays(ctx.db, { partnerId, book, days: computed.filter(({ day }) => day < todaysDate) });
  return result;
}

/** Returns the claim of an account against the operator at the start of a day, kuruş: what came before it. */
export async function readClaim(sums: DaySums, partnerId: PartnerId, at: Date): Promise<bigint> {
  const closed = await findLastClosed(sums.connection, partnerId, at);
  if (closed) return closed.closingKurus + (await sums.readNet(closed.endsAt, at));
  const first = await findFirstMovement(sums.connection, partnerId);
  return first === null || first >= at ? 0n : sums.readNet(istanbulDayStart(first), at);
}
