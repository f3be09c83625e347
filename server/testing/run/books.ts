import { readFileSync } from "node:fs";
import pg from "pg";
import { auditBooks } from "@/server/store/ledger/verify";
import type { Instance } from "./instance";
import { type Outcome, sumOutcomes } from "./outcome";

/**
 * Computes the books of running instances again after everything that the tests did there. Each instance counts as one
 * test.
 */
export const verifyBooks = async (instances: readonly Instance[]): Promise<Outcome> =>
  sumOutcomes(await Promise.all(instances.map(verify)));

async function verify({ sandboxFile }: Instance): Promise<Outcome> {
  const faults = await listBookFaults(JSON.parse(readFileSync(sandboxFile, "utf8")).databaseUrl);
  const failures = faults.map((fault) => `books of ${sandboxFile}: ${fault}`);
  return { passed: failures.length === 0 ? 1 : 0, failures, repeated: [] };
}

/** Lists the rules of the ledger that do not hold in a database, as `npm run admin -- ledger verify` finds them. */
export async function listBookFaults(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const { differences } = await auditBooks(client);
    return differences.map(({ rule, count, examples }) => `not so: ${rule}: ${count}, such as ${examples.join(", ")}`);
  } finally {
    await client.end();
  }
}
