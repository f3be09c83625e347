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
  const conditions = buildConditions(search, bind);
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

function buildConditions({ filters, after, isDescending }: TerminalSearch, bind: (value: unknown) => string): string[] {
  const { text, state, bank, provider, partner } = filters;
  const conditions = ["true"];
  if (text !== null) conditions.push(matchText(text, bind));
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

/**
 * Matches an identifier as a whole, and any other text by the beginnings of words of the terminal's or the account's
 * name: each word of the text has to begin one of the name. A text without a letter or digit matches nothing.
 */
function matchText(text: string, bind: (value: unknown) => string): string {
  if (/^[a-z]{2,4}_\S+$/.test(text)) {
    const id = bind(text);
    return `(t.id = ${id} or t.partner_id = ${id})`;
  }
  const words = bind(text);
  const wanted = `(
    select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
      from regexp_split_to_table(fold_name(${words}), '[^[:alnum:]]+') word where word <> '')`;
  // An array, because the planner expects thousands of terminals of each account and would read all of them instead.
  return `t.id = any(array(
    select id from terminal where search_words @@ ${wanted} union all
    select o.id from partner p join terminal o on o.partner_id = p.id where p.search_words @@ ${wanted}))`;
}
