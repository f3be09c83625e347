import pg from "pg";
import { LaunchFailure } from "../failure";

/**
 * Opens a connection. @throws LaunchFailure with the address, but never the password, when the database cannot be
 * reached
 */
export const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const where = databaseUrl.replace(/\/\/[^@/]*@/, "//").replace(/\?.*$/, "");
    throw new LaunchFailure(`The database at ${where} cannot be reached: ${describeReason(error)}.`);
  }
};

/** Returns the message of an error; a failed connection to several addresses has one error for each of them. */
const describeReason = (error: unknown): string => {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).replace(/\.$/, "");
};
