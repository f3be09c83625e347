import type { DifferenceKind } from "@/server/domain/bank-days/compare-day";
import type { ProposalAction } from "@/server/domain/bank-days/proposal";
import { type DayScope, isCovered, readScope } from "@/server/domain/bank-days/scope";
import { istanbulDate } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import {
  type BoardDay,
  type BoardDifference,
  countDayMovements,
  countDifferences,
  countOpenDifferences,
  type DayMovements,
  findBoardDay,
  type KindCount,
  listBoardDays,
  listDifferenceRows,
  listFileScopes,
  listOpenClaimRows,
  listOpenDifferenceRows,
  sumOpenClaims,
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

/** A day on which some banks have movements and no file covers them. */
export interface MissingFile {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly count: number;
  /** The banks that no file covers. */
  readonly banks: readonly { readonly bank: string; readonly name: string }[];
  /** Whether the day has a file of other banks. */
  readonly hasOthers: boolean;
}

/** Lists the newest days that have a file, and what is missing of the last two weeks. */
export async function listBankDays(
  ctx: Ctx,
): Promise<{ readonly days: readonly StaffBankDay[]; readonly missing: readonly MissingFile[] }> {
  const now = ctx.clock.now();
  const [from, today] = [istanbulDate(plusMs(now, -days(lookedBackDays))), istanbulDate(now)];
  const [rows, movements, files] = await Promise.all([
    listBoardDays(ctx.db, daysMax),
    countDayMovements(ctx.db, new Date(from), new Date(today)),
    listFileScopes(ctx.db, new Date(from)),
  ]);
  return { days: rows.map((row) => toStaffDay(ctx, row)), missing: listMissing(ctx, movements, files) };
}

/** Groups by the day what no file covers, the latest day first. */
function listMissing(
  ctx: Ctx,
  movements: readonly DayMovements[],
  files: readonly { readonly day: Date; readonly scope: string }[],
): MissingFile[] {
  const missing = new Map<string, MissingFile>();
  for (const { day: date, bank, count } of movements) {
    const day = toDay(date);
    const { name, protocol } = ctx.banks.getBrand(bank);
    const covering = files.filter((file) => toDay(file.day) === day).map(({ scope }) => readScope(scope));
    if (covering.some((scope) => isCovered(scope, { bank, protocol }))) continue;
    const others = missing.get(day);
    missing.set(day, {
      day,
      count: count + (others?.count ?? 0),
      banks: [...(others?.banks ?? []), { bank, name }],
      hasOthers: covering.length > 0,
    });
  }
  return [...missing.values()];
}

export interface DayQuery {
  readonly bankDayId: string;
  /** Only differences of this kind; null for all. */
  readonly kind?: DifferenceKind | null;
  readonly countMax: number;
}

/** A day with its differences, how many of them it has of each kind, and what is claimed from its bank (kuruş). */
export interface DayView {
  readonly day: StaffBankDay;
  readonly differences: readonly StaffDifference[];
  readonly kinds: readonly KindCount[];
  readonly claims: { readonly count: number; readonly kurus: bigint };
}

/** Lists the differences of a day with the day itself, the open ones first. Throws not_found. */
export async function listDifferencesOfDay(ctx: Ctx, { bankDayId, kind = null, countMax }: DayQuery): Promise<DayView> {
  const day = await findBoardDay(ctx.db, bankDayId);
  if (!day) throw new AppError("not_found", `There is no bank day ${bankDayId}`);
  const [rows, kinds, claims] = await Promise.all([
    listDifferenceRows(ctx.db, { bankDayId, kind, countMax }),
    countDifferences(ctx.db, bankDayId),
    sumOpenClaims(ctx.db, bankDayId),
  ]);
  return { day: toStaffDay(ctx, day), differences: rows.map((row) => toStaffDifference(ctx, row)), kinds, claims };
}

/** Lists the open differences of all days, the oldest first. */
export const listOpenDifferences = async (
  ctx: Ctx,
  { countMax }: { readonly countMax: number },
): Promise<readonly StaffDifference[]> =>
  (await listOpenDifferenceRows(ctx.db, countMax)).map((row) => toStaffDifference(ctx, row));

/** Lists the open claims of a day against its bank, and the day itself. Throws not_found. */
export async function listOpenClaims(
  ctx: Ctx,
  { bankDayId }: { readonly bankDayId: string },
): Promise<{ readonly day: string; readonly claims: readonly StaffDifference[] }> {
  const day = await findBoardDay(ctx.db, bankDayId);
  if (!day) throw new AppError("not_found", `There is no bank day ${bankDayId}`);
  const rows = await listOpenClaimRows(ctx.db, bankDayId);
  return { day: toDay(day.day), claims: rows.map((row) => toStaffDifference(ctx, row)) };
}

/** Counts the open differences of all days, with the age of the oldest one in whole days. */
export async function getOpenDifferences(
  ctx: Ctx,
): Promise<{ readonly count: number; readonly oldestDays: number | null }> {
  const { count, since } = await countOpenDifferences(ctx.db);
  return { count, oldestDays: since && countDays(ctx, since) };
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns how many whole days an instant is ago. */
const countDays = (ctx: Ctx, since: Date): number =>
  Math.max(0, Math.floor((ctx.clock.now().getTime() - since.getTime()) / days(1)));

/** Adds the bank's name for people to a scope; null for a protocol and for all. */
const toStaffScope = (ctx: Ctx, scope: DayScope) => ({
  ...scope,
  bankName: scope.of === "bank" ? ctx.banks.getBrand(scope.name).name : null,
});

function toStaffDay(ctx: Ctx, day: BoardDay) {
  const { id, scope, soldAmount, backAmount, commissionAmount, digest: _, day: date, ...row } = day;
  return {
    bankDayId: id,
    scope: toStaffScope(ctx, readScope(scope)),
    day: toDay(date),
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
    /** The age of the oldest open difference in whole days. */
    openDays: row.openSince && countDays(ctx, row.openSince),
    explainedCount: row.explainedCount,
  };
}

function toStaffDifference(ctx: Ctx, difference: BoardDifference) {
  const { id, bankDay, partner, explainer, bookedDay, payment, ...row } = difference;
  return {
    differenceId: id,
    bankDayId: row.bankDayId,
    day: toDay(bankDay.day),
    scope: toStaffScope(ctx, readScope(bankDay.scope)),
    kind: row.kind,
    lineNumber: row.lineNumber,
    lineKind: row.lineKind,
    orderId: row.orderId,
    rrn: row.rrn,
    paymentCode: row.paymentId,
    /** Whether the payment is held, which an approved correction ends. */
    isHeld: Boolean(payment?.heldSince),
    refundId: row.refundId,
    partnerId: row.partnerId,
    partnerName: partner?.name ?? null,
    terminalId: row.terminalId,
    bankKurus: row.bankAmount,
    bookedKurus: row.bookedAmount,
    bankCommissionKurus: row.bankCommission,
    dueCommissionKurus: row.dueCommission,
    bookedDay: bookedDay && toDay(bookedDay),
    proposal: {
      action: row.proposedAction as ProposalAction,
      correction: row.proposedCorrection,
      amountKurus: row.proposedAmount,
    },
    openedAt: row.openedAt,
    /** How many whole days ago it was found. */
    openDays: countDays(ctx, row.openedAt),
    closedAt: row.closedAt,
    explainedBy: explainer?.email ?? null,
    explanation: row.explanation,
  };
}
