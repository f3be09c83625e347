import { type DayScope, readScope } from "@/server/domain/bank-days/scope";
import { istanbulDate } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import {
  type BoardDay,
  type BoardDifference,
  findBoardDay,
  listBoardDays,
  listDaysWithoutFile,
  listDifferenceRows,
  listOpenDifferenceRows,
} from "@/server/store/bank-days/board";
import type { Ctx } from "../ctx";

/** A bank's day as staff see it. Amounts in kuruş. */
export type StaffBankDay = ReturnType<typeof toStaffDay>;

/** A difference as staff see it. Amounts in kuruş, instants in UTC. */
export type StaffDifference = ReturnType<typeof toStaffDifference>;

/** How far back days without a file are looked for, in days. */
const lookedBackDays = 14;

/** The days that are listed: four banks over three weeks. */
const daysMax = 90;

/** Lists the newest days that have a file, and the days of the last two weeks that have movements and no file. */
export async function listBankDays(
  ctx: Ctx,
): Promise<{ readonly days: readonly StaffBankDay[]; readonly missing: readonly { day: string; count: number }[] }> {
  const now = ctx.clock.now();
  const [from, today] = [istanbulDate(plusMs(now, -days(lookedBackDays))), istanbulDate(now)];
  const [rows, missing] = await Promise.all([
    listBoardDays(ctx.db, daysMax),
    listDaysWithoutFile(ctx.db, new Date(from), new Date(today)),
  ]);
  return {
    days: rows.map(toStaffDay),
    missing: missing.map(({ day, count }) => ({ day: toDay(day), count })),
  };
}

/** Lists the differences of a day with the day itself, the open ones first. Throws not_found. */
export async function listDifferencesOfDay(
  ctx: Ctx,
  { bankDayId, countMax }: { readonly bankDayId: string; readonly countMax: number },
): Promise<{ readonly day: StaffBankDay; readonly differences: readonly StaffDifference[] }> {
  const day = await findBoardDay(ctx.db, bankDayId);
  if (!day) throw new AppError("not_found", `There is no bank day ${bankDayId}`);
  const rows = await listDifferenceRows(ctx.db, bankDayId, countMax);
  return { day: toStaffDay(day), differences: rows.map(toStaffDifference) };
}

/** Lists the open differences of all days, the oldest first. */
export const listOpenDifferences = async (
  ctx: Ctx,
  { countMax }: { readonly countMax: number },
): Promise<readonly StaffDifference[]> => (await listOpenDifferenceRows(ctx.db, countMax)).map(toStaffDifference);

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

function toStaffDay({ id, scope, day, soldAmount, backAmount, commissionAmount, digest: _, ...row }: BoardDay) {
  const covers: DayScope = readScope(scope);
  return {
    bankDayId: id,
    scope: covers,
    day: toDay(day),
    format: row.format,
    fileName: row.fileName,
    revision: row.revision,
    lineCount: row.lineCount,
    matchedCount: row.matchedCount,
    soldKurus: soldAmount,
    backKurus: backAmount,
    commissionKurus: commissionAmount,
    importedBy: row.importedBy,
    importedAt: row.importedAt,
    comparedAt: row.comparedAt,
    closedAt: row.closedAt,
    openCount: row.openCount,
    openSince: row.openSince,
  };
}

function toStaffDifference({ id, bankDay, partner, explainer, bookedDay, ...row }: BoardDifference) {
  return {
    differenceId: id,
    bankDayId: row.bankDayId,
    day: toDay(bankDay.day),
    scope: readScope(bankDay.scope),
    kind: row.kind,
    lineNumber: row.lineNumber,
    lineKind: row.lineKind,
    orderId: row.orderId,
    rrn: row.rrn,
    paymentCode: row.paymentId,
    partnerId: row.partnerId,
    partnerName: partner?.name ?? null,
    terminalId: row.terminalId,
    bankKurus: row.bankAmount,
    bookedKurus: row.bookedAmount,
    bankCommissionKurus: row.bankCommission,
    dueCommissionKurus: row.dueCommission,
    bookedDay: bookedDay && toDay(bookedDay),
    proposal: { action: row.proposedAction, correction: row.proposedCorrection, amountKurus: row.proposedAmount },
    openedAt: row.openedAt,
    closedAt: row.closedAt,
    explainedBy: explainer?.email ?? null,
    explanation: row.explanation,
  };
}
