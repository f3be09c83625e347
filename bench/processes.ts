import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/server/launch/ports";
import { projectRoot } from "@/server/launch/project";
import type { SandboxFile } from "../server/sandbox/accounts/prepare";

/** Registers a function that closes a resource at the end of the run, also after an error. */
export type AtEnd = (close: () => Promise<void>) => void;

/** Starts the product as `npm start` does, with its own folder and ports. Throws when it does not start. */
export const startProduct = async (atEnd: AtEnd, variables: Record<string, string> = {}): Promise<SandboxFile> => {
  const folder = await mkdtemp(join(tmpdir(), "vezne-bench-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  // When root starts the product, the database runs as another user, who must be able to read the folder.
  await chmod(folder, 0o755);
  const product = start("server/launch/start.ts", [], {
    ...(await freePorts()),
    DATA_DIR: folder,
    RATE_LIMIT_MULTIPLIER: "1000000",
    MODE: "sandbox",
    DATABASE_URL: "",
    REDIS_URL: "",
    INNGEST_BASE_URL: "",
    INNGEST_EVENT_KEY: "",
    INNGEST_SIGNING_KEY: "",
    ...variables,
  });
  atEnd(() => end(product));
  return waitForSandbox(product, join(folder, "sandbox.json"));
};

export type Program = {
  /** The origin at which the program listens. */
  origin: string;
  process: Pick<ChildProcess, "once"> & { send(message: object): void };
};

/** Starts a program of the benchmark in a separate process, as the product is, and waits until it reports its port. */
export const startProgram = async (file: string, args: string[], atEnd: AtEnd): Promise<Program> => {
  const child = start(file, args, {});
  atEnd(() => end(child));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", () => reject(new Error(`${file} ended before it was ready.`)));
  });
  return { origin: `http://127.0.0.1:${port}`, process: child as Program["process"] };
};

const start = (program: string, args: string[], env: Record<string, string>): ChildProcess => {
  const child = spawn(process.execPath, ["server/launch/run.mjs", program, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  process.once("exit", () => child.kill("SIGTERM")); // No process may remain, even after a crash of this one.
  return child;
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const end = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
};

/** Waits for the sandbox file, which the product writes when all its parts are running. */
const waitForSandbox = async (product: ChildProcess, file: string): Promise<SandboxFile> => {
  for (;;) {
    const text = await readFile(file, "utf8").catch(() => "");
    if (text.endsWith("}\n")) return JSON.parse(text);
    if (hasEnded(product)) throw new Error("The product did not start.");
    await sleep(200);
  }
};

const freePorts = async (): Promise<Record<string, string>> => {
  const ports = new Set<number>();
  while (ports.size < 5) ports.add(await freePort());
  const names = ["PORT", "PAY_PORT", "BANK_PORT", "DB_PORT", "ADMIN_PORT"];
  return Object.fromEntries([...ports].map((port, i) => [names[i], String(port)]));
};
