import type { BankOffer } from "@/server/banks/banks";
import { listCredentialFields, maskMerchantNumber } from "@/server/domain/banks/credentials";
import { AppError } from "@/server/domain/errors";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import { findInForce } from "@/server/domain/pricing/tariff-span";
import type { TerminalFilters, TerminalState } from "@/server/domain/terminals/terminal-list";
import { findPartner } from "@/server/store/accounts/partners";
import { findTerminal, type TerminalRow, toBankLimits } from "@/server/store/accounts/terminals";
import { listWaitingOf } from "@/server/store/approvals/changes";
import { type ConnectionRow, listConnections } from "@/server/store/banks/bank-connections";
import { findLatestDiagnosis } from "@/server/store/banks/bank-diagnoses";
import { listTariffsOfTerminal } from "@/server/store/pricing/tariffs";
import { searchTerminals, type TerminalPosition } from "@/server/store/terminals/terminal-search";
import { type AccountText, openAccount } from "../banks/shared/bank-connection";
import { readCredential } from "../banks/shared/credential-values";
import type { Ctx } from "../ctx";
import { toMode } from "./shared/agreement";

const cursors = cursorCodec<TerminalPosition>({ createdAt: instantPart, id: idPart("trm_") });

export interface ListAllTerminalsInput {
  readonly filters: TerminalFilters;
  readonly sort: "created" | "-created";
  /** The `nextCursor` of the previous page; null or an invalid cursor starts at the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

/** Lists a page of the terminals of all accounts, for staff. */
export async function listAllTerminals(ctx: Ctx, { filters, sort, cursor, countMax }: ListAllTerminalsInput) {
  const after = cursor === null ? null : cursors.read(sort, cursor);
  const isDescending = sort.startsWith("-");
  const rows = await searchTerminals(ctx.db, { filters, isDescending, after, countMax: countMax + 1 });
  const shown = rows.slice(0, countMax);
  const last = shown.at(-1);
  return {
    items: shown.map(({ id, bank, active, live, ...row }) => ({
      ...row,
      terminalId: id,
      bankName: ctx.banks.getBrand(bank).name,
      state: toState(active, live),
    })),
    nextCursor: rows.length > countMax && last ? cursors.write(sort, last) : null,
  };
}

const toState = (isActive: boolean, isLive: boolean): TerminalState => {
  if (isActive) return "active";
  return isLive ? "off" : "set_up";
};

/** Lists the banks of the catalogue with the addresses that it proposes, and says where the product runs. */
export const getBankOffers = async (ctx: Ctx): Promise<{ mode: "sandbox" | "live"; banks: readonly BankOffer[] }> => ({
  mode: toMode(ctx),
  banks: ctx.banks.listBanks(),
});

/** The connections on the page of a terminal. */
const connectionsMax = 20;

/**
 * Returns a terminal as staff see it: its settings and limits, and what may be shown of its bank connections. No
 * credential leaves the vault. Throws not_found.
 */
export async function getTerminalForStaff(ctx: Ctx, { terminalId }: { terminalId: string }) {
  const terminal = await findTerminal(ctx.db, terminalId);
  const partner = terminal && (await findPartner(ctx.db, terminal.partnerId));
  if (!terminal || !partner) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  const rows = await listConnections(ctx.db, terminalId, connectionsMax);
  const tariffs = await listTariffsOfTerminal(ctx.db, terminalId);
  const inUse = rows.find(({ replacedAt }) => replacedAt === null);
  const waiting = await listWaitingOf(ctx.db, terminalId);
  const account = waiting.find(({ kind }) => kind === "bank_account");
  const proposed = rows.find(({ id }) => id === (account?.payload as { connectionId?: string } | null)?.connectionId);
  const { name, protocol, quirks } = ctx.banks.getBrand(terminal.bank);
  return {
    ...toShownSettings(terminal),
    partner: { partnerId: partner.id, name: partner.name, status: partner.status },
    bank: { id: terminal.bank, name, protocol, isSourceIpListed: quirks?.sourceIpListed ?? false },
    state: toState(terminal.active, inUse?.live ?? false),
    limits: toBankLimits(terminal),
    connection: inUse ? await withDiagnosis(ctx, inUse) : null,
    /** The credentials on which a second person decides. */
    proposal: account && proposed ? { changeId: account.id, connection: await withDiagnosis(ctx, proposed) } : null,
    formerConnections: rows.filter((row) => row !== inUse && !row.proposed).map((row) => toShownConnection(ctx, row)),
    /** The new tariff on which a second person decides. */
    tariffChangeId: waiting.find(({ kind }) => kind === "tariff")?.id ?? null,
    /** The change of limits on which a second person decides. */
    limitsChangeId: waiting.find(({ kind }) => kind === "terminal_limits")?.id ?? null,
    hasTariff:
      findInForce(
        tariffs.filter(({ withdrawnAt }) => withdrawnAt === null),
        ctx.clock.now(),
      ) !== null,
    egressAddresses: ctx.egressAddresses,
    mode: toMode(ctx),
  };
}

const toShownSettings = (row: TerminalRow) => ({
  terminalId: row.id,
  version: row.version,
  name: row.name,
  provider: row.provider === "alternate" ? ("alternate" as const) : ("bank" as const),
  validityMinutes: row.validityMinutes,
  collection: row.mode,
  active: row.active,
  virtualPosActive: row.virtualPosActive,
  pspActive: row.pspActive,
  allowedFamilies: row.allowedFamilies,
  supportsForeign: row.supportsForeign,
  dayEndLocal: row.dayEndLocal,
  commissionBasis: row.commissionBasis,
  effectiveCounts: [...row.effectiveCounts].sort((a, b) => a - b),
  createdAt: row.createdAt,
});

const withDiagnosis = async (ctx: Ctx, row: ConnectionRow) => ({
  ...toShownConnection(ctx, row),
  diagnosis: await findLatestDiagnosis(ctx.db, row.id),
});

function toShownConnection(ctx: Ctx, row: ConnectionRow) {
  const { protocol, name } = ctx.banks.getBrand(row.bank);
  const account = tryOpen(ctx, row);
  return {
    connectionId: row.id,
    bankName: name,
    live: row.live,
    isProposed: row.proposed,
    createdAt: row.createdAt,
    /** Null while new payments use it, and for a proposal. */
    replacedAt: row.proposed ? null : row.replacedAt,
    /** Null where no key opens the credentials. */
    facts: account && {
      merchantNumber: maskMerchantNumber(account.merchantId),
      isTest: account.isTest ?? false,
      endpoints: account.endpoints,
      fields: listCredentialFields(protocol)
        .filter(({ name }) => readCredential(account, name) !== "")
        .map(({ key }) => key),
    },
  };
}

function tryOpen(ctx: Ctx, { terminalId, account }: ConnectionRow): AccountText | null {
  try {
    return openAccount(ctx.vault, terminalId, account);
  } catch {
    return null;
  }
}
