import { listBookFaults } from "@/server/testing/run/books";

/**
 * Computes the books of a database again at the end of a benchmark that moved money.
 * @throws Error when a rule of the ledger does not hold
 */
export async function expectBooksToAgree(databaseUrl: string): Promise<void> {
  const faults = await listBookFaults(databaseUrl);
  if (faults.length > 0) throw new Error(`The books do not agree: ${faults.join(". ")}`);
  console.log("  The books agree.\n");
}
