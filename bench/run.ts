import { parseArgs } from "node:util";
import pg from "pg";
import { concurrency, measureInTurns } from "./load";
import { type AtEnd, startProduct } from "./processes";
import { report } from "./report";
import { openTargets } from "./targets";

/** `npm run bench`: what creating a payment costs, beside three yardsticks (see README.md). */
const bench = async (atEnd: AtEnd): Promise<void> => {
  const { seconds, rounds } = settings();
  console.log("Starting the product …");
  const sandbox = await startProduct(atEnd);
  const targets = await openTargets(sandbox, atEnd);
  console.log(`${rounds} rounds of ${seconds} s for each target, ${concurrency} requests at a time`);
  const afterWarmUp = () => gatherStatistics(sandbox.databaseUrl);
  console.log(report(await measureInTurns(targets, { rounds, seconds, afterWarmUp })));
};

/** A database of some age has statistics. Without them PostgreSQL guesses, for some connections badly. */
const gatherStatistics = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("analyze");
  await client.end();
};

const settings = (): { seconds: number; rounds: number } => {
  const { values } = parseArgs({
    options: { seconds: { type: "string", default: "2" }, rounds: { type: "string", default: "6" } },
  });
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!(seconds >= 1 && rounds >= 1)) throw new Error("--seconds and --rounds are numbers from 1 up.");
  return { seconds, rounds };
};

const closers: (() => Promise<void>)[] = [];
let leaving: Promise<void> | undefined;

/** Closes what was opened, the last one first. */
const leave = (exitCode: number): Promise<void> => {
  leaving ??= (async () => {
    for (const close of closers.reverse()) await close();
    process.exit(exitCode);
  })();
  return leaving;
};

process.on("SIGINT", () => void leave(130));
process.on("SIGTERM", () => void leave(143));
try {
  await bench((close) => closers.push(close));
  await leave(0);
} catch (error) {
  if (!leaving) console.error(error instanceof Error ? error.message : error);
  await leave(1);
}
