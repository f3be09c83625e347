import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isProductVariable } from "@/server/env";
import { LaunchFailure } from "@/server/launch/failure";
import { freePort } from "@/server/launch/ports";
import { projectRoot } from "@/server/launch/project";
import { createTemporaryFolder } from "@/server/launch/temporary-folder";

export type Instance = {
  /** The number of the started process: the launcher, or npm. */
  pid: number;
  dataDir: string;
  sandboxFile: string;
  ports: Ports;
  /** Returns the output so far, of both streams. */
  output(): string;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  /** Stops the instance as Ctrl-C does, and returns the exit code. */
  stop(): Promise<number | null>;
};

type Ports = Record<"PORT" | "PAY_PORT" | "BANK_PORT" | "DB_PORT" | "ADMIN_PORT", string>;

export type InstanceSettings = {
  /** The folder that gets the data folder and that `removeData` removes; without it, a new temporary one. */
  folder?: string;
  /** Starts with the data and the ports of an earlier instance. */
  like?: Pick<Instance, "dataDir" | "ports">;
  env?: Readonly<Record<string, string>>;
  command?: readonly [string, ...string[]];
  /** The checkout that is started; without it, this one. */
  checkout?: string;
};

/**
 * The options of Node.js for programs of tests that end soon. Their WebAssembly is the database engine's, of which they
 * run most only once: optimising that would take a third of their processor time, so only what runs very often is
 * optimised.
 */
export const shortLived = ["--wasm-tiering-budget=100000000"] as const;

const launcher = ["server/launch/run.mjs", "server/launch/start.ts"] as const;

/** What `npm start` runs, for what measures a start: tests start with the options of short-lived programs. */
export const startCommand = [process.execPath, ...launcher] as const;

/** Starts the product on free ports and a data folder of its own, without waiting until it is ready. */
export const launchInstance = async (settings: InstanceSettings = {}): Promise<Instance> => {
  const {
    folder,
    like,
    env = {},
    command = [process.execPath, ...shortLived, ...launcher],
    checkout = projectRoot,
  } = settings;
  const dataDir = like?.dataDir ?? join(folder ?? (await createTemporaryFolder("vezne-test-")), "data");
  const ports = like?.ports ?? (await freePorts());
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: checkout,
    env: { ...withoutProductVariables(), ...ports, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    pid: child.pid ?? 0,
    dataDir,
    sandboxFile: join(dataDir, "sandbox.json"),
    ports,
    output: () => output,
    exited,
    stop: () => {
      child.kill("SIGINT");
      return exited;
    },
  };
};

/**
 * Starts the product and waits until it reports that it is ready. @throws LaunchFailure with its output when it does
 * not
 */
export const startInstance = async (settings: InstanceSettings = {}): Promise<Instance> => {
  const instance = await launchInstance(settings);
  let hasEnded = false;
  void instance.exited.then(() => {
    hasEnded = true;
  });
  for (const until = Date.now() + 240_000; !readyPattern.test(instance.output()); await sleep(50)) {
    if (!hasEnded && Date.now() < until) continue;
    await instance.stop();
    throw new LaunchFailure(`The product did not start:\n${instance.output()}`);
  }
  return instance;
};

/** Matches the launcher's message, or the log line of a web server that runs without the launcher. */
const readyPattern = /is ready|"msg":"serving"/;

/** Removes the data of an instance, which must have ended. */
export const removeData = async ({ dataDir }: Pick<Instance, "dataDir">): Promise<void> => {
  await rm(join(dataDir, ".."), { recursive: true, force: true });
};

/**
 * Returns the environment without the product's variables, so that a test never uses a developer's settings or
 * database.
 */
const withoutProductVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !isProductVariable(name))) as NodeJS.ProcessEnv;

/** The ports that were given out: an instance that is still starting does not listen on its own yet. */
const givenOut = new Set<number>();

const freePorts = async (): Promise<Ports> => {
  const found = new Set<number>();
  while (found.size < 5) {
    const port = await freePort();
    if (givenOut.has(port)) continue;
    givenOut.add(port);
    found.add(port);
  }
  const [PORT = "", PAY_PORT = "", BANK_PORT = "", DB_PORT = "", ADMIN_PORT = ""] = [...found].map(String);
  return { PORT, PAY_PORT, BANK_PORT, DB_PORT, ADMIN_PORT };
};
