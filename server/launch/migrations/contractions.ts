/** A statement that the release before this one may not survive while it still runs (D-348). */
export interface Contraction {
  readonly statement: string;
  readonly reason: string;
  /**
   * What its comment `-- contract:` says: the release that stopped using what goes, or `safe` with the reason why the
   * release before does nothing that the new rule forbids; null without such a comment.
   */
  readonly declared: string | null;
}

const name = String.raw`(?:"public"\.|public\.)?"?(\w+)"?`;
const onTable = (start: string): RegExp => new RegExp(`^${start}${name}`, "i");

/** How a statement names the table that it changes. */
const tables = [
  onTable(`alter table (?:if exists )?(?:only )?`),
  onTable(`drop table (?:if exists )?`),
  onTable(`create unique index .*? on (?:only )?`),
  onTable(`create (?:constraint )?trigger .*? on `),
  onTable("delete from (?:only )?"),
  onTable("truncate (?:table )?(?:only )?"),
];

/** What makes a statement a contraction, in the order in which the first match gives the reason. */
const kinds: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ["drops", /\bdrop (table|column|type|function|view|schema|index|default)\b/i],
  ["renames", /\brename\b/i],
  ["requires a value", /\bset not null\b|\badd column (?:if not exists )?(?![^,]*\bdefault\b)[^,]*\bnot null\b/i],
  ["changes a type", /\balter column \S+ (set data )?type\b/i],
  ["adds a rule", /\badd constraint\b|^create unique index\b|^create (constraint )?trigger\b/i],
  ["removes rows", /^(delete from|truncate)\b/i],
];

/**
 * Lists the statements of a migration that remove, rename or tighten something which the release before knows.
 * @param isNew whether a table was made since that release, so that the release does not use it
 */
export const listContractions = (sql: string, isNew: (table: string) => boolean): Contraction[] =>
  splitStatements(sql).flatMap(({ statement, comment }) => {
    const kind = kinds.find(([, pattern]) => pattern.test(statement));
    const table = tables.map((pattern) => pattern.exec(statement)?.[1]).find((found) => found !== undefined);
    if (!kind || (table !== undefined && isNew(table))) return [];
    const declared = /^-- contract: (\d+\.\d+\.\d+|safe)\b/m.exec(comment)?.[1] ?? null;
    return [{ statement, reason: kind[0], declared }];
  });

/** Lists the tables that a migration makes. */
export const listNewTables = (sql: string): string[] =>
  splitStatements(sql).flatMap(({ statement }) =>
    Array.from(statement.matchAll(new RegExp(`^create table (?:if not exists )?${name}`, "gi")), ([, one = ""]) => one),
  );

/** Splits SQL at its semicolons, with the comments before each statement, without texts and bodies of functions. */
const splitStatements = (sql: string): { statement: string; comment: string }[] =>
  sql
    .replace(/--.*$|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/gm, (text) =>
      text.startsWith("--") ? text.replaceAll(";", ",") : "''",
    )
    .split(/;(?=\s|$)/)
    .map((part) => ({
      comment: (part.match(/^\s*--.*$/gm) ?? []).map((line) => line.trim()).join("\n"),
      statement: part.replace(/--.*$/gm, " ").replace(/\s+/g, " ").trim(),
    }))
    .filter(({ statement }) => statement !== "");
