import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isProductVariable } from "@/server/env";
import { LaunchFailure } from "@/server/launch/failure";
import { freePort } from "@/server/launch/ports";
import { projectRoot } from "@/server/launch/project";

export type Instance = {
  /** Of the process that was started: the launcher, or npm. */
  pid: number;
  dataDir: string;
  sandboxFile: string;
  ports: Ports;
  /** What it has said so far, on both streams. */
  output(): string;
  /** Resolves with its exit code. */
  exited: Promise<number | null>;
  /** As Ctrl-C would. */
  stop(): Promise<number | null>;
};

export type Ports = Record<"PORT" | "PAY_PORT" | "BANK_PORT" | "DB_PORT", string>;

export type InstanceSettings = {
  /** Starts on the data and the ports of an earlier one. */
  like?: Pick<Instance, "dataDir" | "ports">;
  env?: Readonly<Record<string, string>>;
  command?: readonly [string, ...string[]];
};

const launcher = [process.execPath, "--import", "tsx", "server/launch/start.ts"] as const;

/** Starts the product as a newcomer does, on free ports and a data folder of its own; does not wait for it. */
export const launchInstance = async (settings: InstanceSettings = {}): Promise<Instance> => {
  const { like, env = {}, command = launcher } = settings;
  const dataDir = like?.dataDir ?? join(await temporaryFolder(), "data");
  const ports = like?.ports ?? (await freePorts());
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: projectRoot,
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

/** Starts it and waits until it says that it is ready. Throws LaunchFailure with what it said when it does not. */
export const startInstance = async (settings: InstanceSettings = {}): Promise<Instance> => {
  const instance = await launchInstance(settings);
  let hasEnded = false;
  void instance.exited.then(() => {
    hasEnded = true;
  });
  for (const until = Date.now() + 120_000; !saysReady.test(instance.output()); await sleep(50)) {
    if (!hasEnded && Date.now() < until) continue;
    await instance.stop();
    throw new LaunchFailure(`The product did not start:\n${instance.output()}`);
  }
  return instance;
};

/** The block of a sandbox, or the log's line in live mode. */
const saysReady = /is ready|"msg":"serving"/;

/** Removes what an instance left: only to be called when none runs on it any more. */
export const removeData = async ({ dataDir }: Pick<Instance, "dataDir">): Promise<void> => {
  await rm(join(dataDir, ".."), { recursive: true, force: true });
};

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "vezne-test-"));
  await chmod(folder, 0o755);
  return folder;
};

/** A developer's own settings must not steer a test, least of all to a database with data in it. */
const withoutProductVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !isProductVariable(name)),
  ) as NodeJS.ProcessEnv;

const freePorts = async (): Promise<Ports> => {
  const found = new Set<number>();
  while (found.size < 4) found.add(await freePort());
  const [PORT = "", PAY_PORT = "", BANK_PORT = "", DB_PORT = ""] = [...found].map(String);
  return { PORT, PAY_PORT, BANK_PORT, DB_PORT };
};
