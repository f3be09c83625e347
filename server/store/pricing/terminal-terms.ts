import type { TariffPrice } from "@/server/domain/pricing/installments";
import { type LimitWindowsJson, type TerminalFacts, toBankLimits } from "../accounts/terminals";
import type { SealedConnection } from "../banks/bank-connections";
import type { Db } from "../db";
import type { PartnerId } from "../tenant";
import { type CacheEntry, VersionedCache } from "../versioned-cache";

/**
 * A terminal with the tariff in force at an instant and the active bank connection: everything that decides what the
 * terminal accepts, what a card is charged, and to which bank a new attempt goes.
 */
export interface TerminalTerms extends TerminalFacts {
  readonly connection: SealedConnection;
  /** Null where no tariff is in force. */
  readonly tariffId: string | null;
  readonly tariff: readonly TariffPrice[];
}

export interface TermsQuery {
  readonly terminalId: string;
  readonly partnerId: PartnerId;
  /** The account's version as read in this request. Cached terms of an older version are read again. */
  readonly termsVersion: number;
  /** The instant for which the tariff is looked up, UTC. */
  readonly at: Date;
}

/**
 * Finds a terminal of the account; null for an unknown terminal and for one of another account. Terms are cached until
 * the account's version changes or the tariff's span ends, so that a look-up or a new payment needs no query for them
 * (D-133). The version of one account says nothing about the terminal of another, so foreign terminals are neither read
 * nor cached.
 */
export async function findTerms(db: Db, query: TermsQuery): Promise<TerminalTerms | null> {
  const cache = findCache(db);
  const kept = cache.find(query.terminalId, query.termsVersion, query.at);
  if (kept?.partnerId === query.partnerId) return kept;
  const found = await readTerms(db, query);
  if (!found) return null;
  cache.put(query.terminalId, found);
  return found.value;
}

type TermsCache = VersionedCache<TerminalTerms>;

const caches = new WeakMap<Db, TermsCache>();

/** The number of terminals in memory: a full tariff takes some kilobytes. */
const cachedMax = 10_000;

function findCache(db: Db): TermsCache {
  const cache = caches.get(db) ?? new VersionedCache<TerminalTerms>(cachedMax);
  caches.set(db, cache);
  return cache;
}

/** Selects the tariff as `findInForce` does: a campaign before a tariff without an end, then the latest beginning. */
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

/** Reads the terms. The result is at least as new as the requested version, which was read before this query. */
async function readTerms(
  db: Db,
  { terminalId, partnerId, termsVersion, at }: TermsQuery,
): Promise<CacheEntry<TerminalTerms> | null> {
  const query = { name: "find-terms", text: termsSql, values: [terminalId, at, partnerId] };
  const { rows } = await db.pool.query<TermsRow>(query);
  const row = rows[0];
  if (!row) return null;
  return {
    version: termsVersion,
    from: row.since ?? minInstant,
    until: row.until ?? maxInstant,
    value: toTerms(row),
  };
}

const minInstant = new Date(-8.64e15);
const maxInstant = new Date(8.64e15);

/** A row of `termsSql` as node-postgres returns it: bigints are strings. */
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
  /** The last instant at which a tariff began or ended, and the next such instant. */
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
