import type { TerminalFilters } from "@/server/domain/terminals/terminal-list";
import type { Db } from "../db";

/** The position of the last terminal of a page. */
export interface TerminalPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface ListedTerminalRow extends TerminalPosition {
  readonly name: string;
  readonly bank: string;
  readonly provider: string;
  readonly active: boolean;
  /** Whether it has a connection in use that has gone live. */
  readonly live: boolean;
  readonly partnerId: string;
  readonly partnerName: string;
}

export interface TerminalSearch {
  readonly filters: TerminalFilters;
  readonly isDescending: boolean;
  /** Null starts at the first terminal of the order. */
  readonly after: TerminalPosition | null;
  readonly countMax: number;
}

const isLive = `exists (
  select 1 from bank_connection c where c.terminal_id = t.id and c.replaced_at is null and c.live)`;

/** What a terminal of each state has (`TerminalState`). */
const states = { active: "t.active", off: `(not t.active and ${isLive})`, set_up: `(not t.active and not ${isLive})` };

/**
 * Lists a page of the terminals of all accounts by their creation. The order has an index, also for one bank and for
 * terminals that are not active, and so have the words of the names (D-271).
 */
export async function searchTerminals(db: Db, search: TerminalSearch): Promise<ListedTerminalRow[]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { text: name } = search.filters;
  const isCommon = name !== null && !isIdentifier(name) && (await findsMany(db, name));
  const conditions = buildConditions(search, bind, isCommon);
  const order = `order by t.created_at ${search.isDescending ? "desc" : "asc"}, t.id ${search.isDescending ? "desc" : "asc"}`;
  const text = `
    with page as materialized (
      select * from terminal t where ${conditions.join(" and ")} ${order} limit ${bind(search.countMax)})
    select t.id, t.name, t.bank, t.provider, t.active, t.created_at as "createdAt", ${isLive} as live,
           p.id as "partnerId", p.name as "partnerName"
      from page t join partner p on p.id = t.partner_id ${order}`;
  const { rows } = await db.pool.query<ListedTerminalRow>({ text, values });
  return rows;
}

type Bind = (value: unknown) => string;

function buildConditions({ filters, after, isDescending }: TerminalSearch, bind: Bind, isCommon: boolean): string[] {
  const { text, state, bank, provider, partner } = filters;
  const conditions = ["true"];
  if (text !== null) conditions.push(matchText(text, bind, isCommon));
  if (state !== null) conditions.push(`(${state.map((one) => states[one]).join(" or ")})`);
  if (bank !== null) conditions.push(`t.bank = ${bind(bank)}`);
  if (provider !== null) conditions.push(`t.provider = ${bind(provider)}`);
  if (partner !== null) conditions.push(`t.partner_id = ${bind(partner)}`);
  if (after !== null) {
    const beyond = isDescending ? "<" : ">";
    conditions.push(`(t.created_at, t.id) ${beyond} (${bind(after.createdAt)}, ${bind(after.id)})`);
  }
  return conditions;
}

const isIdentifier = (text: string): boolean => /^[a-z]{2,4}_\S+$/.test(text);

/**
 * Matches an identifier as a whole, and any other text by the beginnings of words of the terminal's or the account's
 * name: each word of the text has to begin one of the name. A text without a letter or digit matches nothing.
 */
function matchText(text: string, bind: Bind, isCommon: boolean): string {
  if (isIdentifier(text)) {
    const id = bind(text);
    return `(t.id = ${id} or t.partner_id = ${id})`;
  }
  const wanted = toWanted(bind(text));
  // So many terminals match that the page is full after a short walk in its order.
  if (isCommon) {
    return `(t.search_words @@ ${wanted} or exists (
      select 1 from partner p where p.id = t.partner_id and p.search_words @@ ${wanted}))`;
  }
  // An array, because the planner expects thousands of terminals of each account and would read all of them instead.
  return `t.id = any(array(${selectMatches(wanted)}))`;
}

/** Builds the query of a text search from the words of a bound text. */
const toWanted = (words: string): string => `(
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    from regexp_split_to_table(fold_name(${words}), '[^[:alnum:]]+') word where word <> '')`;

const selectMatches = (wanted: string): string => `
  select id from terminal where search_words @@ ${wanted} union all
  select o.id from partner p join terminal o on o.partner_id = p.id where p.search_words @@ ${wanted}`;

/** How many terminals a text may find before they are looked for in the order of the page. */
const manyMatches = 2_000;

/** Returns whether a text finds so many terminals that reading all of them would take too long. */
async function findsMany(db: Db, text: string): Promise<boolean> {
  const found = `select count(*)::int as count from (${selectMatches(toWanted("$1"))} limit ${manyMatches}) m`;
  const { rows } = await db.pool.query<{ count: number }>(found, [text]);
  return rows[0]?.count === manyMatches;
}
