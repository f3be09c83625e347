import type { TariffPrice } from "@/server/domain/pricing/installments";
import { type LimitWindowsJson, type TerminalFacts, toBankLimits } from "../accounts/terminals";
import type { SealedConnection } from "../banks/bank-connections";
import type { Db } from "../db";
import type { PartnerId } from "../tenant";
import { type Kept, VersionKeep } from "../version-keep";

/**
 * A terminal with the tariff in force at an instant and the bank connection in use: all that decides what it accepts, what a
 * card is charged, and where a new attempt goes.
 */
export interface TerminalTerms extends TerminalFacts {
  readonly connection: SealedConnection;
  /** Null: none is in force. */
  readonly tariffId: string | null;
  readonly tariff: readonly TariffPrice[];
}

export interface TermsQuery {
  readonly terminalId: string;
  readonly partnerId: PartnerId;
  /** The account's, as read with this request: terms kept from an older one are read again. */
  readonly termsVersion: number;
  /** The tariff in force at this instant, UTC. */
  readonly at: Date;
}

/**
 * A terminal of the account; null: unknown or foreign. Kept in memory until the account's version changes or the tariff
 * does, so that a look-up or a new payment asks the database nothing of it. An account's version says nothing of
 * another's terminal, so what is foreign is neither read nor kept.
 */
export async function findTerms(db: Db, query: TermsQuery): Promise<TerminalTerms | null> {
  const keep = keepOf(db);
  const kept = keep.find(query.terminalId, query.termsVersion, query.at);
  if (kept?.partnerId === query.partnerId) return kept;
  const found = await readTerms(db, query);
  if (!found) return null;
  keep.put(query.terminalId, found);
  return found.value;
}

type Keep = VersionKeep<TerminalTerms>;

const keeps = new WeakMap<Db, Keep>();

/** Terminals in memory: a full tariff takes some kilobytes. */
const keptMax = 10_000;

function keepOf(db: Db): Keep {
  const keep = keeps.get(db) ?? new VersionKeep<TerminalTerms>(keptMax);
  keeps.set(db, keep);
  return keep;
}

/** As `inForceAt` has it: a campaign goes before what has no end, and the latest to begin before the others. */
const termsSql = `
select t.id, t.partner_id, t.bank, t.validity_minutes, t.mode::text, t.active, t.virtual_pos_active, t.psp_active,
       t.allowed_families::text[], t.supports_foreign, t.effective_counts, t.day_end_local, t.commission_basis::text,
       t.limit_per_tx, t.limit_daily, t.limit_weekly, t.limit_monthly, t.limit_windows,
       c.id as connection_id, c.account, now.id as tariff_id, span.since, span.until,
       (select coalesce(json_agg(json_build_object(
                 'family', family, 'brand', brand, 'onUs', on_us, 'installmentCount', installment_count,
                 'rateBps', rate_bps, 'fixedFee', fixed_fee::text)), '[]')
          from tariff_row where tariff_id = now.id) as prices
  from terminal t
  join bank_connection c on c.terminal_id = t.id and c.replaced_at is null
  left join lateral (
    select id from tariff
     where terminal_id = t.id and withdrawn_at is null and valid_from <= $2 and (valid_to is null or valid_to > $2)
     order by valid_to is null, valid_from desc limit 1) now on true
 cross join lateral (
    select max(edge) filter (where edge <= $2) as since, min(edge) filter (where edge > $2) as until
      from tariff, unnest(array[valid_from, valid_to]) as edge
     where terminal_id = t.id and withdrawn_at is null) span
 where t.id = $1 and t.partner_id = $3`;

/** At least as new as the version that was asked for, which was read before. */
async function readTerms(
  db: Db,
  { terminalId, partnerId, termsVersion, at }: TermsQuery,
): Promise<Kept<TerminalTerms> | null> {
  const query = { name: "find-terms", text: termsSql, values: [terminalId, at, partnerId] };
  const { rows } = await db.pool.query<TermsRow>(query);
  const row = rows[0];
  if (!row) return null;
  return {
    version: termsVersion,
    from: row.since ?? sinceEver,
    until: row.until ?? forEver,
    value: toTerms(row),
  };
}

const sinceEver = new Date(-8.64e15);
const forEver = new Date(8.64e15);

/** The row of `termsSql` as node-postgres gives it: bigints are text. */
interface TermsRow {
  readonly id: string;
  readonly partner_id: string;
  readonly bank: string;
  readonly validity_minutes: number;
  readonly mode: TerminalTerms["mode"];
  readonly active: boolean;
  readonly virtual_pos_active: boolean;
  readonly psp_active: boolean;
  readonly allowed_families: TerminalTerms["allowedFamilies"];
  readonly supports_foreign: boolean;
  readonly effective_counts: number[];
  readonly day_end_local: string;
  readonly commission_basis: TerminalTerms["commissionBasis"];
  readonly limit_per_tx: string | null;
  readonly limit_daily: string | null;
  readonly limit_weekly: string | null;
  readonly limit_monthly: string | null;
  readonly limit_windows: LimitWindowsJson;
  readonly connection_id: string;
  readonly account: SealedConnection["account"];
  readonly tariff_id: string | null;
  /** The last instant at which a tariff began or ended, and the next. */
  readonly since: Date | null;
  readonly until: Date | null;
  readonly prices: readonly (Omit<TariffPrice, "fixedFee"> & { readonly fixedFee: string | null })[];
}

const toTerms = (row: TermsRow): TerminalTerms => ({
  terminalId: row.id,
  partnerId: row.partner_id,
  bank: row.bank,
  validityMinutes: row.validity_minutes,
  mode: row.mode,
  active: row.active,
  virtualPosActive: row.virtual_pos_active,
  pspActive: row.psp_active,
  allowedFamilies: row.allowed_families,
  supportsForeign: row.supports_foreign,
  effectiveCounts: row.effective_counts,
  dayEndLocal: row.day_end_local,
  commissionBasis: row.commission_basis,
  limits: toBankLimits({
    limitPerTx: bigintOrNull(row.limit_per_tx),
    limitDaily: bigintOrNull(row.limit_daily),
    limitWeekly: bigintOrNull(row.limit_weekly),
    limitMonthly: bigintOrNull(row.limit_monthly),
    limitWindows: row.limit_windows,
  }),
  connection: { id: row.connection_id, terminalId: row.id, bank: row.bank, account: row.account },
  tariffId: row.tariff_id,
  tariff: row.prices.map((price) => ({ ...price, fixedFee: bigintOrNull(price.fixedFee) })),
});

const bigintOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
