import { parseArgs } from "node:util";
import { buildIfNeeded } from "@/server/launch/build";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { NotTestable, type Row, type Run } from "./check";
import { formatHead, formatLine, formatSum, type Result } from "./format-table";
import { Instances } from "./instances";
import { rows } from "./table";

const usage = `npm run security [-- OPTIONS]
  --only IDS   runs these checks alone: S13,F3 or S33/nestpay
  --fast       leaves out the checks that start an instance, wait, or send very much
  --seed N     repeats the random choices of an earlier run
  --rounds N   random combinations of changes to a return of each protocol (150)`;

/**
 * Runs `npm run security`: performs the checks of docs/security.md from outside, against instances that it starts
 * itself, and prints a table. Fails when a promise is violated.
 */
const run = async (args: readonly string[]): Promise<void> => {
  const options = readOptions(args);
  const chosen = choose(options);
  const instances = new Instances();
  process.once("SIGINT", () => void instances.close().then(() => process.exit(130)));
  try {
    await buildIfNeeded();
    await instances.startRaised();
    console.log(`${chosen.length} of ${rows.length} checks, seed ${options.seed}\n\n${formatHead()}`);
    const results: Result[] = [];
    for (const row of chosen) {
      const result = await perform(row, instances.toRun(options));
      results.push(result);
      console.log(formatLine(result));
    }
    console.log(`\n${formatSum(results)}`);
    if (results.some(({ verdict }) => verdict === "violated")) process.exitCode = 1;
  } finally {
    await instances.close();
  }
};

async function perform(row: Row, given: Run): Promise<Result> {
  const startedAt = performance.now();
  const judged = await judge(row, given);
  return { row, ...judged, seconds: (performance.now() - startedAt) / 1000 };
}

async function judge({ load }: Row, given: Run): Promise<Pick<Result, "verdict" | "evidence">> {
  try {
    const check = await load();
    return { verdict: "holds", evidence: (await check(given)).done };
  } catch (error) {
    const evidence = error instanceof Error ? error.message : String(error);
    return { verdict: error instanceof NotTestable ? "not testable here" : "violated", evidence };
  }
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: "string", multiple: true, default: [] },
        fast: { type: "boolean", default: false },
        seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
        rounds: { type: "string", default: "150" },
      },
    });
    return {
      only: values.only.flatMap((ids) => ids.split(",")),
      isFast: values.fast,
      seed: readNumber(values.seed),
      rounds: readNumber(values.rounds),
    };
  } catch {
    throw new LaunchFailure(usage);
  }
}

const readNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(text);
  return Number(text);
};

function choose({ only, isFast }: ReturnType<typeof readOptions>): readonly Row[] {
  const unknown = only.filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) throw new LaunchFailure(`There is no check ${unknown.join(", ")}.\n${usage}`);
  return rows.filter((row) => (only.length > 0 ? only.includes(row.id) : !(isFast && row.isSlow)));
}

await runCommand(() => run(process.argv.slice(2)));
// Keep-alive connections and the browser's pipe would otherwise keep the process for some seconds.
process.exit();
