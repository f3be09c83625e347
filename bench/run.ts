import { parseArgs } from "node:util";
import { benchBackOffice } from "./back-office";
import { benchDeliveries } from "./deliveries";
import { benchInstallments } from "./installments";
import { benchLinkPage } from "./link-page";
import { benchLinks } from "./links";
import type { BenchSettings } from "./load";
import { benchPayments } from "./payments";
import { benchPaymentsList } from "./payments-list";
import type { AtEnd } from "./processes";
import { benchRefunds } from "./refunds";
import { benchStart } from "./start";
import { benchStatements } from "./statements";
import { MissedBound } from "./table";
import { benchTelemetry } from "./telemetry";

/** The benchmarks of `npm run bench`, which runs the named ones (see README.md) or all of them. */
const benches: Record<string, (settings: BenchSettings, atEnd: AtEnd) => Promise<void>> = {
  payments: benchPayments,
  "payments-list": benchPaymentsList,
  "back-office": benchBackOffice,
  installments: benchInstallments,
  links: benchLinks,
  refunds: benchRefunds,
  deliveries: benchDeliveries,
  statements: benchStatements,
  start: benchStart,
  "link-page": benchLinkPage,
  telemetry: benchTelemetry,
};

/** Runs the benchmarks, also after one that missed its bound, and returns whether all bounds were kept. */
const bench = async (): Promise<boolean> => {
  const { names, ...settings } = readArguments();
  const missed: string[] = [];
  for (const name of names) {
    console.log(`${name}: starting the product …`);
    try {
      await benches[name]?.(settings, (close) => closers.push(close));
    } catch (error) {
      if (!(error instanceof MissedBound)) throw error;
      missed.push(error.message);
    }
    await closeAll();
  }
  for (const message of missed) console.error(`Missed: ${message}.`);
  return missed.length === 0;
};

const readArguments = (): BenchSettings & { names: string[] } => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: "string", default: "2" }, rounds: { type: "string", default: "6" } },
  });
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!(seconds >= 1 && rounds >= 1)) throw new Error("--seconds and --rounds must be numbers of at least 1.");
  const known = Object.keys(benches);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no benchmark "${unknown}", only ${known.join(", ")}.`);
  return { seconds, rounds, names: positionals.length > 0 ? positionals : known };
};

const closers: (() => Promise<void>)[] = [];
let leaving: Promise<void> | undefined;

/** Closes the opened resources in reverse order. */
const closeAll = async (): Promise<void> => {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
};

const leave = (exitCode: number): Promise<void> => {
  leaving ??= closeAll().then(() => process.exit(exitCode));
  return leaving;
};

process.on("SIGINT", () => void leave(130));
process.on("SIGTERM", () => void leave(143));
try {
  const areKept = await bench();
  await leave(areKept ? 0 : 1);
} catch (error) {
  if (!leaving) console.error(error instanceof Error ? error.message : error);
  await leave(1);
}
