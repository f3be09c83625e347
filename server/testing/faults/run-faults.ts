import { parseArgs } from "node:util";
import { hours, minutes } from "@/server/domain/clock";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { isProgram } from "@/server/launch/project";
import { chooseFaults } from "./choose-faults";
import type { Fault } from "./fault";
import { faults } from "./fault-list";
import { formatLine, formatMarkdown, formatSummary, type PlantedFault } from "./format-results";
import { judge, listBrokenFiles, listFailures, type Verdict } from "./verdict";
import { openWorkshop, type Workshop } from "./workshop";

const usage = `npm run test:faults [-- OPTIONS]
  --count N    plants at least N faults, spread over the layers (60 where it is not given)
  --seed N     repeats the choice of an earlier run
  --only WORD  plants the faults whose layer, file or sentence has this word; may be given more than once
  --all        plants all faults
  --workers N  1 or 2 copies of the project, and so processes with tests, at the same time (2)
  --markdown   prints the result as docs/testing.md shows it`;

interface Options {
  readonly count: number;
  readonly seed: number;
  readonly only: readonly string[];
  readonly isAll: boolean;
  readonly workers: number;
  readonly markdown: boolean;
}

/**
 * Runs `npm run test:faults`: plants faults in copies of the project, one at a time in each, and checks that the named
 * tests see each of them. Fails when one is not caught.
 */
const runFaults = async (args: readonly string[]): Promise<void> => {
  const options = readOptions(args);
  const chosen = choose(options);
  const how = describeChoice(options, chosen.length);
  console.log(how);
  const workshops: Workshop[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(workshops.splice(0).map((workshop) => workshop.close()));
  };
  process.once("SIGINT", () => void close().then(() => process.exit(130)));
  try {
    for (let opened = 0; opened < options.workers; opened += 1) workshops.push(await openWorkshop());
    const { unreliable, failing } = await runWithoutFault(workshops[0] as Workshop, chosen, options.workers);
    const results = await plantAll(workshops, chosen, unreliable);
    console.log(`\n${formatSummary(results, faults)}`);
    if (options.markdown)
      console.log(`\n${formatMarkdown(results, faults, `${new Date().toISOString().slice(0, 10)}: ${how}`)}`);
    if (failing.length > 0) console.log(`\nFailed twice without a fault: ${failing.join(", ")}`);
    if (failing.length > 0 || results.some(({ verdict }) => verdict.kind === "missed")) process.exitCode = 1;
  } finally {
    await close();
  }
};

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        count: { type: "string", default: "60" },
        seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
        only: { type: "string", multiple: true, default: [] },
        all: { type: "boolean", default: false },
        workers: { type: "string", default: "2" },
        markdown: { type: "boolean", default: false },
      },
    });
    const [count, seed, workers] = [values.count, values.seed, values.workers].map(readNumber) as [
      number,
      number,
      number,
    ];
    return {
      count,
      seed,
      only: values.only,
      isAll: values.all,
      workers: Math.min(workers, 2),
      markdown: values.markdown,
    };
  } catch {
    throw new LaunchFailure(usage);
  }
}

const readNumber = (text: string): number => {
  if (!/^[1-9]\d{0,8}$|^0$/.test(text)) throw new RangeError(text);
  return Number(text);
};

function choose({ count, seed, only, isAll }: Options): Fault[] {
  const listed = faults.filter(
    ({ layer, file, what }) =>
      only.length === 0 || only.some((word) => [layer, file, what].some((text) => text.includes(word))),
  );
  const chosen = chooseFaults(listed, only.length > 0 || isAll ? listed.length : count, seed);
  if (chosen.length === 0) throw new LaunchFailure(`No fault has the word ${only.join(", ")}.\n${usage}`);
  return chosen;
}

const describeChoice = ({ seed, only, isAll }: Options, count: number): string => {
  const order = isAll ? "in random order" : "chosen at random";
  const which = only.length === 0 ? `${order}, seed ${seed}` : `with the word ${only.join(", ")}`;
  return `${count} of ${faults.length} faults, ${which}.`;
};

/** What the chosen test files did without a fault. */
interface Baseline {
  /** The names of the tests that failed at least once, and so prove nothing about a fault. */
  readonly unreliable: ReadonlySet<string>;
  /** The files that failed twice. */
  readonly failing: readonly string[];
}

/**
 * Runs the chosen test files without a fault. Those that fail run a second time, alone, because a test that measures
 * times may fail on a busy machine.
 */
async function runWithoutFault(workshop: Workshop, chosen: readonly Fault[], processes: number): Promise<Baseline> {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))].sort();
  const unreliable = new Set<string>();
  const failedOnce = await listFailing(workshop, files, processes, unreliable);
  const failing = await listFailing(workshop, failedOnce, 1, unreliable);
  const sum = `${files.length} test files ran without a fault; ${failing.length} of them failed twice`;
  console.log(`${sum}, and ${unreliable.size} tests do not count.`);
  return { unreliable, failing };
}

/** Returns the files that fail, and adds their failed tests to `unreliable`. */
async function listFailing(
  workshop: Workshop,
  files: readonly string[],
  processes: number,
  unreliable: Set<string>,
): Promise<string[]> {
  if (files.length === 0) return [];
  const report = await workshop.runTests(files, { failuresMax: 0, processes, maxMs: hours(3) });
  if (report === null) return [...files];
  for (const { test, error } of listFailures(report)) {
    unreliable.add(test);
    console.log(`Failed without a fault: ${test}: ${error}`);
  }
  for (const broken of listBrokenFiles(report)) console.log(`Did not run without a fault: ${broken}`);
  return files.filter((file) => {
    const result = report.testResults.find(({ name }) => name.endsWith(`/${file}`));
    return result?.status !== "passed";
  });
}

/** Plants the faults, as many at a time as there are copies of the project. */
async function plantAll(
  workshops: readonly Workshop[],
  chosen: readonly Fault[],
  unreliable: ReadonlySet<string>,
): Promise<PlantedFault[]> {
  const waiting = [...chosen.entries()];
  const results: PlantedFault[] = [];
  const work = async (workshop: Workshop): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, fault] = next;
      const startedAt = performance.now();
      const result = { fault, verdict: await plant(workshop, fault, unreliable) };
      results[index] = result;
      console.log(formatLine(result, Math.round((performance.now() - startedAt) / 1000)));
    }
  };
  await Promise.all(workshops.map(work));
  return results;
}

/** How a run with a fault ends early: not at the first failed test, which may be a time-out that proves nothing. */
const limits = { failuresMax: 3, processes: 1, maxMs: minutes(15) };

const plant = (workshop: Workshop, fault: Fault, unreliable: ReadonlySet<string>): Promise<Verdict> =>
  workshop.withFault(fault, async () => judge(await workshop.runTests(fault.tests, limits), unreliable));

if (isProgram(import.meta.url)) await runCommand(() => runFaults(process.argv.slice(2)));
