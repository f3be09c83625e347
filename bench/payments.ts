import { expectBooksToAgree } from "./books";
import { type BenchSettings, concurrency, gatherStatistics, measureInTurns } from "./load";
import { type AtEnd, startProduct } from "./processes";
import { report } from "./report";
import { openTargets } from "./targets";

/** Measures the creation of payments, compared with three yardsticks (see README.md). */
export const benchPayments = async ({ seconds, rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const sandbox = await startProduct(atEnd);
  const targets = await openTargets(sandbox, atEnd);
  console.log(`${rounds} rounds of ${seconds} s for each target, ${concurrency} requests at a time`);
  const afterWarmUp = () => gatherStatistics(sandbox.databaseUrl);
  console.log(report(await measureInTurns(targets, { rounds, seconds, afterWarmUp })));
  await expectBooksToAgree(sandbox.databaseUrl);
};
