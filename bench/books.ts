import pg from "pg";
import { auditBooks } from "@/server/store/ledger/verify";

/**
 * Computes the books of a database again, as `npm run admin -- ledger verify` does, at the end of a benchmark that
 * moved money.
 * @throws Error when a rule of the ledger does not hold
 */
export async function expectBooksToAgree(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const { differences, entryCount } = await auditBooks(client);
    const broken = differences.map(({ rule, count, examples }) => `${rule}: ${count}, such as ${examples.join(", ")}`);
    if (broken.length > 0) throw new Error(`The books do not agree. ${broken.join(". ")}`);
    console.log(`  The books of ${entryCount.toLocaleString("en")} entries agree.\n`);
  } finally {
    await client.end();
  }
}
