import { type CallResult, estimateQuantileMs, toHostName } from "@/server/domain/banks/bank-calls";
import { type BankCondition, judgeCondition } from "@/server/domain/banks/bank-condition";
import { hours, minutes, plusMs } from "@/server/domain/clock";
import {
  type HalfHourRow,
  listBankUse,
  listHalfHours,
  listMinutes,
  listWatchedHosts,
  type MinuteRow,
  type WatchedHost,
} from "@/server/store/banks/bank-board";
import type { Ctx } from "../ctx";

/** Calls, and those of them that the bank answered validly. A decline of a card is an answer. */
export interface CallShare {
  readonly calls: number;
  readonly answered: number;
}

/** One bank's host on the board (D-375). */
export interface BoardItem {
  readonly bank: string;
  readonly name: string;
  readonly protocol: string;
  /** Null for a bank that was not called yet. */
  readonly host: string | null;
  /** The subject of its alerts. */
  readonly subject: string | null;
  readonly condition: BankCondition;
  readonly quarter: CallShare;
  readonly hour: CallShare;
  readonly day: CallShare;
  /** The quantiles of the last hour's answered calls, estimated from classes, ms; null where there is none. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly lastAnswer: { readonly at: Date; readonly result: CallResult } | null;
  readonly lastFailure: { readonly at: Date; readonly result: CallResult } | null;
  /** Returned forms with a wrong hash in the last day. */
  readonly hashMismatches: number;
  /** New cards that were refused in the last hour because the bank could not be reached. */
  readonly refused: number;
  /** Calls of the bank that move money and whose outcome is not known, at all its hosts. */
  readonly openOutcomes: number;
  /** The active terminals of the bank, at all its hosts. */
  readonly terminals: number;
  /** The half hours of the last day, the oldest first, without gaps. */
  readonly halfHours: readonly (CallShare & { readonly at: Date })[];
}

/** A money call that was sent longer ago than this without an outcome counts as open, ms. */
const openAfterMs = minutes(1);
const halfHoursShown = 48;

/** Returns the board of the banks: those of active terminals, and those that were called in the last two weeks. */
export async function getBankBoard(ctx: Ctx): Promise<BoardItem[]> {
  const now = ctx.clock.now();
  const [hosts, minuteRows, halfHourRows, uses] = await Promise.all([
    listWatchedHosts(ctx.db, now),
    listMinutes(ctx.db, now),
    listHalfHours(ctx.db, now),
    listBankUse(ctx.db, plusMs(now, -openAfterMs)),
  ]);
  const useOf = new Map(uses.map((use) => [use.bank, use]));
  const seen = hosts.map((host) => {
    const isHere = (row: { bank: string; host: string }) => row.bank === host.bank && row.host === host.host;
    return describe(ctx, now, host, minuteRows.filter(isHere), halfHourRows.filter(isHere));
  });
  const known = new Set(hosts.map(({ bank }) => bank));
  const unseen = uses.filter(({ bank }) => !known.has(bank)).map(({ bank }) => ({ ...notCalled(now), bank }));
  return [...seen, ...unseen]
    .map((item) => {
      const { name, protocol } = ctx.banks.getBrand(item.bank);
      const { terminals = 0, openOutcomes = 0 } = useOf.get(item.bank) ?? {};
      return { ...item, name, protocol, terminals, openOutcomes };
    })
    .sort((a, b) => a.name.localeCompare(b.name, "tr"));
}

type Described = Omit<BoardItem, "name" | "protocol" | "terminals" | "openOutcomes">;

function describe(
  ctx: Ctx,
  now: Date,
  host: WatchedHost,
  minuteRows: readonly MinuteRow[],
  halfHourRows: readonly HalfHourRow[],
): Described {
  const quarterFrom = plusMs(now, -minutes(15));
  const classes = addUp(minuteRows.map(({ latency }) => latency));
  const day = share(halfHourRows);
  const { isOn: isBreakerOn } = ctx.circuits;
  return {
    bank: host.bank,
    host: host.host,
    subject: toHostName(host),
    condition: judgeCondition(host, { now: host.now, callsOfDay: day.calls }, { isBreakerOn, now }),
    quarter: share(minuteRows.filter(({ minute }) => minute > quarterFrom)),
    hour: share(minuteRows),
    day,
    medianMs: estimateQuantileMs(classes, 0.5),
    p95Ms: estimateQuantileMs(classes, 0.95),
    lastAnswer: toLast(host.lastAnswerAt, host.lastAnswer),
    lastFailure: toLast(host.lastFailureAt, host.lastFailure),
    hashMismatches: halfHourRows.reduce((sum, { hashMismatches }) => sum + hashMismatches, 0),
    refused: minuteRows.reduce((sum, { refused }) => sum + refused, 0),
    halfHours: fillHalfHours(now, halfHourRows),
  };
}

/** What is known of a bank that was not called yet. */
const notCalled = (now: Date): Omit<Described, "bank"> => ({
  host: null,
  subject: null,
  condition: "quiet",
  quarter: share([]),
  hour: share([]),
  day: share([]),
  medianMs: null,
  p95Ms: null,
  lastAnswer: null,
  lastFailure: null,
  hashMismatches: 0,
  refused: 0,
  halfHours: fillHalfHours(now, []),
});

const toLast = (at: Date | null, result: CallResult | null) => (at && result ? { at, result } : null);

const share = (rows: readonly CallShare[]): CallShare => ({
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  answered: rows.reduce((sum, { answered }) => sum + answered, 0),
});

function addUp(lists: readonly (readonly number[])[]): number[] {
  const sums: number[] = [];
  for (const list of lists) for (const [n, count] of list.entries()) sums[n] = (sums[n] ?? 0) + count;
  return sums;
}

function fillHalfHours(now: Date, rows: readonly HalfHourRow[]): BoardItem["halfHours"] {
  const lengthMs = hours(1) / 2;
  const last = now.getTime() - (now.getTime() % lengthMs);
  const byStart = new Map(rows.map((row) => [row.at.getTime(), row]));
  return Array.from({ length: halfHoursShown }, (_, n) => {
    const at = last - (halfHoursShown - 1 - n) * lengthMs;
    const { calls = 0, answered = 0 } = byStart.get(at) ?? {};
    return { at: new Date(at), calls, answered };
  });
}
