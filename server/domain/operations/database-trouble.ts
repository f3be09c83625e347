/**
 * Finds whether an error means that the database or its pool could not do its work for the moment, as opposed to a
 * defect: then a later try can succeed (D-68). Returns the cause in a word for the log, without addresses; null for any
 * other error.
 */
export function findDatabaseTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, meta } = error as Error & { code?: unknown; meta?: { driverAdapterError?: { cause?: unknown } } };
  // An error of a transaction's end, such as of its commit, comes from Prisma's adapter as it is.
  const cause = (meta?.driverAdapterError?.cause ?? error.cause ?? {}) as { originalCode?: unknown; kind?: unknown };
  for (const word of [cause.originalCode, code, cause.kind]) {
    if (typeof word === "string" && isTrouble(word)) return word;
  }
  return brokenConnection.test(error.message) ? error.message : null;
}

const isTrouble = (word: string): boolean =>
  troubleClasses.test(word) || connectionErrors.has(word) || prismaErrors.has(word) || adapterErrors.has(word);

/**
 * The classes of SQLSTATE: connection failure (08), too few resources, such as connections or disk (53), intervention
 * of the operator, such as a statement's time limit or a restart (57), and a standby that only reads (25006).
 */
const troubleClasses = /^(08|53|57)[0-9A-Z]{3}$|^25006$/;

/** What the operating system says of a connection that cannot be made or breaks. */
const connectionErrors = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Prisma: the server is not reached, timed out or closed the connection; the pool or a transaction took too long. */
const prismaErrors = new Set(["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2028", "P2037"]);

/** The same in the words of Prisma's adapter for `pg`. */
const adapterErrors = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"]);

/** The errors of `pg` and its pool that have no code. */
const brokenConnection =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|The database has been silent)/;
