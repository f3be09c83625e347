import type { Prisma, Terminal } from "@/prisma/generated/client";
import type { BankLimits, LimitWindow } from "@/server/domain/payments/limits";
import type { CardFamily } from "@/server/domain/pricing/installments";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

/** A terminal as the rules need it (D-41). */
export interface TerminalFacts {
  readonly terminalId: string;
  readonly partnerId: string;
  /** Row of the bank catalogue. */
  readonly bank: string;
  readonly validityMinutes: number;
  readonly mode: "standard" | "direct_collection";
  readonly active: boolean;
  readonly virtualPosActive: boolean;
  readonly pspActive: boolean;
  readonly allowedFamilies: readonly CardFamily[];
  readonly supportsForeign: boolean;
  readonly effectiveCounts: readonly number[];
  readonly dayEndLocal: string;
  readonly commissionBasis: "gross" | "net";
  readonly limits: BankLimits;
}

export type TerminalRow = Terminal;
export type TerminalColumns = Prisma.TerminalUpdateInput;

/** A terminal by its id, for those who may see every account's. */
export const findTerminal = (db: Db, terminalId: string): Promise<TerminalRow | null> =>
  db.prisma.terminal.findUnique({ where: { id: terminalId } });

/** What a merchant may know of a terminal (D-41): neither its agreement with the bank nor the bank's limits (§8.3). */
const shownColumns = {
  id: true,
  name: true,
  bank: true,
  provider: true,
  validityMinutes: true,
  mode: true,
  active: true,
  virtualPosActive: true,
  pspActive: true,
  allowedFamilies: true,
  supportsForeign: true,
  dayEndLocal: true,
  commissionBasis: true,
  effectiveCounts: true,
} as const satisfies Prisma.TerminalSelect;

export type ShownTerminalRow = Prisma.TerminalGetPayload<{ select: typeof shownColumns }>;

/** The account's terminals: active ones first, then in the order in which they were set up. */
export const listTerminalsOf = (db: Db, partnerId: PartnerId): Promise<ShownTerminalRow[]> =>
  db.prisma.terminal.findMany({
    where: { partnerId },
    select: shownColumns,
    orderBy: [{ active: "desc" }, { createdAt: "asc" }, { name: "asc" }, { id: "asc" }],
  });

export const updateTerminal = (db: Db, terminalId: string, data: TerminalColumns): Promise<TerminalRow> =>
  db.prisma.terminal.update({ where: { id: terminalId }, data });

/** A terminal by id; the caller has the id from one of its own rows. */
export async function getTerminal(db: Db | Tx, terminalId: string): Promise<TerminalFacts> {
  const client = "prisma" in db ? db.prisma : db;
  return toTerminalFacts(await client.terminal.findUniqueOrThrow({ where: { id: terminalId } }));
}

export function toTerminalFacts(row: Terminal): TerminalFacts {
  return {
    terminalId: row.id,
    partnerId: row.partnerId,
    bank: row.bank,
    validityMinutes: row.validityMinutes,
    mode: row.mode,
    active: row.active,
    virtualPosActive: row.virtualPosActive,
    pspActive: row.pspActive,
    allowedFamilies: row.allowedFamilies,
    supportsForeign: row.supportsForeign,
    effectiveCounts: row.effectiveCounts,
    dayEndLocal: row.dayEndLocal,
    commissionBasis: row.commissionBasis,
    limits: toBankLimits(row),
  };
}

/** Windows are kept as JSON with `max` in text, since JSON numbers are floats. */
export type LimitWindowsJson = { from: string; to: string; max: string }[];

export function toBankLimits(
  row: Pick<Terminal, "limitPerTx" | "limitDaily" | "limitWeekly" | "limitMonthly"> & {
    limitWindows: unknown;
  },
): BankLimits {
  const windows = row.limitWindows as LimitWindowsJson;
  return {
    perTx: row.limitPerTx,
    daily: row.limitDaily,
    weekly: row.limitWeekly,
    monthly: row.limitMonthly,
    windows: windows.map((window): LimitWindow => ({ ...window, max: BigInt(window.max) })),
  };
}
