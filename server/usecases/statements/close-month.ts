import { AppError } from "@/server/domain/errors";
import { type FieldProblem, problem } from "@/server/domain/field-words";
import { listDates, type Month, monthSpan } from "@/server/domain/statements/months";
import { computeCommissionFigures, type EarnedCommission } from "@/server/domain/statements/taxes";
import { inTx, type Tx } from "@/server/store/db";
import { lockPartner } from "@/server/store/people/team";
import {
  countLines,
  findNewestClosed,
  insertClosedMonth,
  type MonthDayTotal,
  type MonthTotal,
  sumMonthDays,
} from "@/server/store/statements/months";
import { listOpenOutcomes } from "@/server/store/statements/open-outcomes";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { requireMember } from "../people/shared/member-locks";
import { findMonthToClose } from "./shared/month-to-close";

export interface CloseMonthInput {
  readonly partnerId: PartnerId;
  readonly userId: string;
  readonly month: Month;
}

/** The number of days that one statement adds up. */
const daysAtOnce = 4;

/** How often a month is added up again because movements were entered meanwhile. */
const triesMax = 5;

/**
 * Closes a month of an account for ever (D-398): its balances, totals and the figures of its invoice are frozen, and
 * whatever is entered from then on is dated after it. The month is added up before the account is locked, and counted
 * under the lock. A month that is closed already stays as it is. Throws access_denied, and validation_error for a month
 * that is not over, is not the next one, or has captures or refunds of unknown outcome.
 */
export async function closeMonth(ctx: Ctx, input: CloseMonthInput): Promise<void> {
  const { partnerId, month } = input;
  const { to } = monthSpan(month);
  if (ctx.clock.now() < to) refuse("month_not_over");
  for (let tries = 0; tries < triesMax; tries += 1) {
    const next = await findMonthToClose(ctx, partnerId);
    if (next.closedUntil !== null && month <= next.closedUntil) return;
    if (next.month !== null && next.month < month) refuse("month_not_next");
    const open = await listOpenOutcomes(ctx.db.pool, { partnerId, before: to, countMax: 1 });
    if (open.length > 0) refuse("month_has_open");
    const totals = await sumMonth(ctx, partnerId, month);
    if (await inTx(ctx.db, (tx) => closeLocked(ctx, tx, input, totals))) return;
  }
  throw new AppError("service_unavailable", `Movements of ${month} keep coming`);
}

async function sumMonth(ctx: Ctx, partnerId: PartnerId, month: Month): Promise<MonthDayTotal[]> {
  const { from, to } = monthSpan(month);
  const dates = listDates(from, to);
  const totals: MonthDayTotal[] = [];
  for (let first = 0; first < dates.length; first += daysAtOnce) {
    totals.push(...(await sumMonthDays(ctx.db.pool, partnerId, dates.slice(first, first + daysAtOnce))));
  }
  return totals;
}

/** Closes the month, if its entries are still those that were added up. Returns whether it is closed. */
async function closeLocked(
  ctx: Ctx,
  tx: Tx,
  { partnerId, userId, month }: CloseMonthInput,
  days: readonly MonthDayTotal[],
): Promise<boolean> {
  const { from, to } = monthSpan(month);
  await lockPartner(tx, partnerId);
  await requireMember(tx, { partnerId, userId }, "month.close");
  const last = await findNewestClosed(tx, partnerId);
  if (last && last.endsAt >= to) return true;
  // Entries are never changed, so as many as were added up are the same ones.
  const count = days.reduce((sum, total) => sum + total.count, 0);
  if ((await countLines(tx, partnerId, from, to)) !== count) return false;
  const totals = addUpDays(days);
  const openingKurus = last?.closingAmount ?? 0n;
  await insertClosedMonth(tx, {
    partnerId,
    month,
    endsAt: to,
    openingKurus,
    closingKurus: openingKurus + changeOf(totals),
    closedAt: ctx.clock.now(),
    closedBy: userId,
    totals,
    figures: computeCommissionFigures(ctx.commissionTax, month, days.flatMap(toEarned)),
  });
  return true;
}

/** By how much the lines of the collected book change the claim, kuruş. */
const changeOf = (totals: readonly MonthTotal[]): bigint =>
  totals
    .filter(({ book }) => book === "collected")
    .reduce((sum, { amountKurus, commissionKurus }) => sum + amountKurus + commissionKurus, 0n);

function addUpDays(days: readonly MonthDayTotal[]): MonthTotal[] {
  const totals = new Map<string, MonthTotal>();
  for (const { day: _, ...one } of days) {
    const key = `${one.book} ${one.kind}`;
    const sum = totals.get(key);
    totals.set(key, {
      ...one,
      count: one.count + (sum?.count ?? 0),
      amountKurus: one.amountKurus + (sum?.amountKurus ?? 0n),
      commissionKurus: one.commissionKurus + (sum?.commissionKurus ?? 0n),
      fixedFeesKurus: one.fixedFeesKurus + (sum?.fixedFeesKurus ?? 0n),
    });
  }
  return [...totals.values()];
}

/** What the operator earned of a day's movements of one kind: the opposite of what the merchant's side shows. */
const toEarned = ({ day, book, commissionKurus, fixedFeesKurus }: MonthDayTotal): EarnedCommission[] => [
  { day, book, part: "commission", amountKurus: fixedFeesKurus - commissionKurus },
  { day, book, part: "fixed_fees", amountKurus: -fixedFeesKurus },
];

function refuse(name: FieldProblem): never {
  throw new AppError("validation_error", name, { faults: [{ path: ["month"], problem: problem(name) }] });
}
