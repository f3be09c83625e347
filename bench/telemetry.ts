import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxFile } from "../server/sandbox/accounts/prepare";
import type { BenchSettings } from "./load";
import { type AtEnd, startProduct } from "./processes";

/** What is compared, and the requests of one turn. */
const kinds = ["off", "metrics", "traces"] as const;
type Kind = (typeof kinds)[number];
const requestsPerTurn = 600;
const concurrency = 8;
/** The compiler of the processes needs some thousand requests. */
const warmUpTurns = 5;

/** Spans leave within this time after a turn, and metrics are collected this often, ms. */
const tailMs = 6_500;
const collectEveryMs = 5_000;

/** The part of the processor time of a request that telemetry may cost, percent. */
const aimPercent = 5;

interface Variant {
  readonly kind: Kind;
  readonly sandbox: SandboxFile;
  readonly adminPort: string;
  /** The processor time of the web process so far, ms. */
  cpuMs(): number;
}

/**
 * Compares the processor time per request of web processes without telemetry, with metrics that are collected, and with
 * all traces sent as well (see README.md). Needs Linux, which tells the processor time of a process in nanoseconds.
 */
export const benchTelemetry = async ({ rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const collector = await startCollector(atEnd);
  const variants: Variant[] = [];
  for (const kind of kinds) variants.push(await startVariant(kind, collector.url, atEnd));
  const collecting = setInterval(() => void Promise.all(variants.map(collectMetrics)), collectEveryMs);
  atEnd(async () => clearInterval(collecting));
  for (let turn = 0; turn < warmUpTurns; turn++) for (const variant of variants) await loadTurn(variant);
  await sleep(tailMs);
  const idlePerMs = await measureIdle(variants);
  const found = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
  for (let round = 0; round < rounds; round++) {
    // Each round begins with another variant, so that none always follows the same one.
    const turns = kinds.map((_, at) => variants[(round + at) % variants.length] as Variant);
    const ends: Promise<void>[] = [];
    for (const variant of turns) {
      const [startedAt, before] = [performance.now(), variant.cpuMs()];
      await loadTurn(variant);
      // The next variant is measured meanwhile: processor time belongs to a process.
      const end = async () => {
        await sleep(tailMs);
        const idleMs = (performance.now() - startedAt) * idlePerMs;
        found[variant.kind].push((variant.cpuMs() - before - idleMs) / requestsPerTurn);
      };
      ends.push(end());
    }
    await Promise.all(ends);
  }
  print(found, collector.count());
};

const startVariant = async (kind: Kind, collectorUrl: string, atEnd: AtEnd): Promise<Variant> => {
  const variables: Readonly<Record<Kind, Record<string, string>>> = {
    off: { OTEL_SDK_DISABLED: "true" },
    metrics: {},
    traces: { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl },
  };
  const sandbox = await startProduct(atEnd, variables[kind]);
  const pid = findWebProcess(new URL(sandbox.apiUrl).port);
  const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
  const adminPort = /(?:^|\0)ADMIN_PORT=(\d+)/.exec(environment)?.[1] ?? "";
  return { kind, sandbox, adminPort, cpuMs: () => readCpuMs(pid) };
};

/** Finds the web process by the port in its environment. */
const findWebProcess = (port: string): string => {
  const found = readdirSync("/proc").find((pid) => {
    try {
      const isServer = /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("server.mjs");
      return isServer && readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`PORT=${port}`);
    } catch {
      return false; // It has ended, or belongs to another user.
    }
  });
  if (found === undefined) throw new Error(`No web process listens on port ${port}.`);
  return found;
};

const readCpuMs = (pid: string): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    const [nanoseconds = "0"] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ");
    return sum + Number(nanoseconds) / 1e6;
  }, 0);

/** Returns the processor time per ms of a process without telemetry that has no requests. */
const measureIdle = async (variants: readonly Variant[]): Promise<number> => {
  const off = variants.find(({ kind }) => kind === "off");
  const [startedAt, before] = [performance.now(), off?.cpuMs() ?? 0];
  await sleep(2 * tailMs);
  return ((off?.cpuMs() ?? 0) - before) / (performance.now() - startedAt);
};

const collectMetrics = async ({ kind, adminPort }: Variant): Promise<void> => {
  if (kind === "off") return;
  const answer = await fetch(`http://127.0.0.1:${adminPort}/metrics`);
  if (!(await answer.text()).includes("vezne_database_up 1")) throw new Error("The metrics have no database");
};

let payments = 0;

/** Creates payments and looks each of them up once: half of the requests each. */
const loadTurn = async ({ sandbox }: Variant): Promise<void> => {
  const { apiKeys = [], terminals = {} } = sandbox.partners.demo ?? {};
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${apiKeys[0]}` };
  let left = requestsPerTurn / 2;
  const loop = async (): Promise<void> => {
    while (left-- > 0) {
      payments += 1;
      const partnerTxCode = `ORDER-${payments}`;
      const body = JSON.stringify({
        amount: 125_050,
        partnerTxCode,
        terminalId: terminals.default,
        returnUrl: "http://localhost:3000/",
      });
      const created = await fetch(`${sandbox.apiUrl}/v1/payments`, { method: "POST", headers, body });
      const found = await fetch(`${sandbox.apiUrl}/v1/payments?partnerTxCode=${partnerTxCode}`, { headers });
      await Promise.all([created.text(), found.text()]);
      if (created.status !== 201 || found.status !== 200) throw new Error(`${created.status} and ${found.status}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
};

/** Starts a collector that takes all spans and keeps none. */
const startCollector = async (atEnd: AtEnd) => {
  let spans = 0;
  const server = createServer((req, res) => {
    let text = "";
    req.on("data", (part) => {
      text += part;
    });
    req.on("end", () => {
      spans += text.split('"spanId"').length - 1;
      res.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => spans };
};

const print = (found: Readonly<Record<Kind, number[]>>, spans: number): void => {
  const off = found.off;
  for (const kind of kinds) {
    const ratios = found[kind].map((ms, round) => (ms / (off[round] ?? 1) - 1) * 100).sort((a, b) => a - b);
    const more = round((median(found[kind]) / median(off) - 1) * 100);
    const inRounds = `${round(median(ratios))} % within the rounds (${ratios.map(round).join(" ")})`;
    const part = kind === "off" ? "" : `, ${more} % more than without; ${inRounds}`;
    console.log(`${kind}: ${median(found[kind]).toFixed(3)} ms of processor time per request${part}`);
    if (kind !== "off" && median(ratios) > aimPercent) console.log(`aim missed: at most ${aimPercent} %`);
  }
  console.log(`${spans} spans came to the collector`);
};

const round = (value: number): string => value.toFixed(1);

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};
