import type pg from "pg";

// SQL whose parameters and columns have names, so that a column is added in one line and two values cannot change
// places.

/** Makes a query of a prepared statement from the values of its parameters. */
export type PreparedStatement<Name extends string> = (values: Readonly<Record<Name, unknown>>) => pg.QueryConfig;

/**
 * Prepares a statement whose parameters are written as `:name`, where node-postgres wants `$1`. A name may occur
 * several times. Runs once when the module is loaded; a call only puts the values into their order, and throws when one
 * is missing, because node-postgres would send NULL. Texts within the SQL must not contain a colon.
 * @param name the name under which PostgreSQL keeps the statement
 */
export function prepareStatement<Name extends string>(name: string, sql: string): PreparedStatement<Name> {
  const names: Name[] = [];
  const text = sql.replace(/(?<!:):([a-zA-Z]\w*)/g, (_, found: Name) => {
    if (!names.includes(found)) names.push(found);
    return `$${names.indexOf(found) + 1}`;
  });
  return (values) => {
    const missing = names.find((each) => !(each in values));
    if (missing !== undefined) throw new Error(`The statement ${name} has no value for :${missing}`);
    return { name, text, values: names.map((each) => values[each]) };
  };
}

/** The columns of an insert and, in the same order, the SQL that fills each of them. */
export function namedColumns(columns: Readonly<Record<string, string>>): { names: string; values: string } {
  return { names: Object.keys(columns).join(", "), values: Object.values(columns).join(", ") };
}

/** A column of a table that is made of records: its type in PostgreSQL, and how a record is read. */
type RecordColumn<R> = readonly [type: string, read: (record: R) => unknown];

/** Records as a table of a statement, one parameter per column, however many records there are. */
export interface RecordTable<R> {
  /** The names of the columns. */
  readonly names: string;
  /** The item of a `from` clause; its parameters are the names of the columns. */
  readonly sql: string;
  /** The parameters: the values of each column. */
  values(records: readonly R[]): Record<string, unknown>;
}

/** Describes records as a table with the given alias. */
export function recordTable<R>(alias: string, columns: Readonly<Record<string, RecordColumn<R>>>): RecordTable<R> {
  const entries = Object.entries(columns);
  const names = entries.map(([name]) => name).join(", ");
  const arrays = entries.map(([name, [type]]) => `:${name}::${type}[]`).join(", ");
  return {
    names,
    sql: `unnest(${arrays}) as ${alias}(${names})`,
    values: (records) => Object.fromEntries(entries.map(([name, [, read]]) => [name, records.map(read)])),
  };
}
