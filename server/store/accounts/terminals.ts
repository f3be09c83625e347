import type { Prisma, Terminal } from "@/prisma/generated/client";
import type { BankLimits, LimitWindow } from "@/server/domain/payments/limits";
import type { CardFamily } from "@/server/domain/pricing/installments";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";
import type { PartnerRow } from "./partners";

/** The fields of a terminal that the payment rules need (D-41). */
export interface TerminalFacts {
  readonly terminalId: string;
  readonly partnerId: string;
  /** The id of the bank's row in the bank catalogue. */
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

/** Finds a terminal by its id, for callers who may see every account's terminals. */
export const findTerminal = (db: Db, terminalId: string): Promise<TerminalRow | null> =>
  db.prisma.terminal.findUnique({ where: { id: terminalId } });

/** The columns that a merchant may see (D-41): neither the agreement with the bank nor the bank's limits (§8.3). */
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

/** Lists the account's terminals: the active ones first, then by creation. */
export const listPartnerTerminals = (db: Db, partnerId: PartnerId): Promise<ShownTerminalRow[]> =>
  db.prisma.terminal.findMany({
    where: { partnerId },
    select: shownColumns,
    orderBy: [{ active: "desc" }, { createdAt: "asc" }, { name: "asc" }, { id: "asc" }],
  });

export const updateTerminal = (client: Db | Tx, terminalId: string, data: TerminalColumns): Promise<TerminalRow> =>
  toClient(client).terminal.update({ where: { id: terminalId }, data: { ...data, version: { increment: 1 } } });

const toClient = (client: Db | Tx) => ("prisma" in client ? client.prisma : client);

/** Changes a terminal that still has this version. Returns false where it was changed since. */
export async function updateTerminalOfVersion(
  client: Db | Tx,
  { terminalId, version }: { terminalId: string; version: number },
  data: Prisma.TerminalUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await toClient(client).terminal.updateMany({
    where: { id: terminalId, version },
    data: { ...data, version: { increment: 1 } },
  });
  return count > 0;
}

export type NewTerminalRow = Prisma.TerminalUncheckedCreateInput;

/** Adds a terminal. It is committed with its connection, or without one where it is not active. */
export const insertTerminal = (tx: Tx, row: NewTerminalRow): Promise<TerminalRow> => tx.terminal.create({ data: row });

/** Returns a terminal by its id, which the caller has read from one of its own rows. Throws where it does not exist. */
export async function getTerminal(db: Db | Tx, terminalId: string): Promise<TerminalFacts> {
  return toTerminalFacts(await toClient(db).terminal.findUniqueOrThrow({ where: { id: terminalId } }));
}

/** The settings of a terminal and of its account that decide whether a card may start now (D-58). */
export type StartSettings = Pick<TerminalRow, "active" | "virtualPosActive" | "pspActive"> &
  Pick<
    PartnerRow,
    "status" | "paymentLinksEnabled" | "acceptanceHeld" | "cardAttemptLimit" | "minAmount" | "maxAmount"
  >;

/**
 * Reads the settings of a terminal and of its account as others have committed them before this statement. A card is
 * judged by them once more after its last lock, so that a change is seen by every start whose locks are taken after the
 * change was committed (D-58, D-150). A start that already had its locks may go on beside the change. Nothing is locked
 * here, which keeps the lock order. Throws where the terminal does not exist.
 */
export async function readStartSettings(tx: Tx, terminalId: string): Promise<StartSettings> {
  const [settings] = await tx.$queryRaw<StartSettings[]>`
    select t.active, t.virtual_pos_active as "virtualPosActive", t.psp_active as "pspActive", p.status::text,
           p.payment_links_enabled as "paymentLinksEnabled", p.acceptance_held as "acceptanceHeld",
           p.card_attempt_limit as "cardAttemptLimit", p.min_amount as "minAmount", p.max_amount as "maxAmount"
      from terminal t join partner p on p.id = t.partner_id
     where t.id = ${terminalId}`;
  if (!settings) throw new Error(`Terminal ${terminalId} is gone`);
  return settings;
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

/** The stored limit windows. `max` (kuruş) is a string, because JSON numbers are floats. */
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

/** Returns the columns of limits; an absent limit keeps its value. */
export function toLimitColumns(limits: Partial<BankLimits>) {
  const { perTx, daily, weekly, monthly, windows } = limits;
  return {
    ...(perTx !== undefined && { limitPerTx: perTx }),
    ...(daily !== undefined && { limitDaily: daily }),
    ...(weekly !== undefined && { limitWeekly: weekly }),
    ...(monthly !== undefined && { limitMonthly: monthly }),
    ...(windows !== undefined && {
      limitWindows: windows.map(({ from, to, max }) => ({ from, to, max: max.toString() })),
    }),
  };
}
