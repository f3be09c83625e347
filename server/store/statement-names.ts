/** How many texts get a name. */
export const namesMax = 500;

/** A statement that Prisma has written, with parameters in the place of values. */
interface Statement {
  readonly sql: string;
}

/**
 * Makes a function that names the statements of a pool, always the same text by the same name, so that PostgreSQL
 * parses and analyses it once on each connection and can keep its plan (D-384). A list of values has a text for each
 * of its lengths, so the number of texts has no bound, and a connection keeps what it has prepared until it ends.
 * Therefore only the first `namesMax` texts get a name. For the others the function returns an empty one, under which
 * PostgreSQL keeps nothing. The columns of a named statement's result must not change while processes run, so no
 * statement selects `*` of a table as its result.
 */
export function createStatementNames(): (statement: Statement) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined || names.size === namesMax) return known ?? "";
    const name = `prisma-${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}
