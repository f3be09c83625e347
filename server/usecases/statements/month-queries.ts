import { AppError } from "@/server/domain/errors";
import { listMonths, type Month, monthAt, monthSpan } from "@/server/domain/statements/months";
import type { CommissionFigure } from "@/server/domain/statements/taxes";
import { findFirstMovement } from "@/server/store/statements/ledger-days";
import {
  type ClosedMonth,
  listClosedMonths,
  listCommissionFigures,
  listMonthTotals,
  type MonthTotal,
} from "@/server/store/statements/months";
import { listOpenOutcomes, type OpenOutcome } from "@/server/store/statements/open-outcomes";
import { inSnapshot } from "@/server/store/statements/snapshot";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** A month of an account. */
export interface StatementMonth {
  readonly month: Month;
  /** Running until the month is over; a month that was passed over has no movements and is closed with a later one. */
  readonly state: "running" | "open" | "closed" | "passed";
  /** Null until the month is closed. */
  readonly closed: ClosedMonth | null;
  /** The commission of a closed month with its tax, kuruş. */
  readonly commissionKurus: bigint | null;
}

/** Lists the months of an account from its first movement on, the newest first. */
export function listStatementMonths(
  ctx: Ctx,
  { partnerId }: { partnerId: PartnerId },
): Promise<readonly StatementMonth[]> {
  return inSnapshot(ctx.db, async (connection) => {
    const first = await findFirstMovement(connection, partnerId);
    if (first === null) return [];
    const closed = await listClosedMonths(connection, partnerId);
    const figures = await listCommissionFigures(connection, partnerId, null);
    const running = monthAt(ctx.clock.now());
    const closedUntil = closed[0]?.month ?? "";
    return listMonths(monthAt(first), running)
      .reverse()
      .map((month) => {
        const found = closed.find((one) => one.month === month) ?? null;
        const commission = figures.filter((figure) => figure.month === month);
        return {
          month,
          state: found ? "closed" : month < closedUntil ? "passed" : month === running ? "running" : "open",
          closed: found,
          commissionKurus: found && commission.reduce((sum, { amountKurus }) => sum + amountKurus, 0n),
        };
      });
  });
}

/** What a closed month was frozen with. */
export interface FrozenMonth extends ClosedMonth {
  readonly totals: readonly MonthTotal[];
  readonly figures: readonly CommissionFigure[];
}

/** Returns a closed month with its totals and the figures of its invoice. Throws not_found. */
export function getFrozenMonth(ctx: Ctx, { partnerId, month }: { partnerId: PartnerId; month: Month }) {
  return inSnapshot(ctx.db, async (connection): Promise<FrozenMonth> => {
    const closed = (await listClosedMonths(connection, partnerId)).find((one) => one.month === month);
    if (!closed) throw new AppError("not_found", "The month is not closed");
    const totals = await listMonthTotals(connection, partnerId, month);
    return { ...closed, totals, figures: await listCommissionFigures(connection, partnerId, month) };
  });
}

/** The number of open captures and refunds that are named. */
const openMax = 20;

/** Lists the captures and refunds of a month, or before it, whose outcome at the bank is not known yet; 20 at most. */
export const listMonthObstacles = (
  ctx: Ctx,
  { partnerId, month }: { partnerId: PartnerId; month: Month },
): Promise<readonly OpenOutcome[]> =>
  listOpenOutcomes(ctx.db.pool, { partnerId, before: monthSpan(month).to, countMax: openMax });
