import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a running PostgreSQL says about itself in `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; status: string };

/** The server that runs on a data folder. A file left behind by one that was killed is removed (D-53). */
export const findPostmaster = (dataFolder: string): Postmaster | undefined => {
  const noted = readPidFile(dataFolder);
  if (noted === undefined) return undefined;
  if (commandLine(noted.pid).includes(dataFolder)) return noted;
  rmSync(join(dataFolder, "postmaster.pid"), { force: true });
  return undefined;
};

/** Sends the signal of PostgreSQL's fast shutdown and waits for the end; after 30 s the immediate one. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (!send(pid, signal)) return;
    if (await hasEnded(pid, 30_000)) return;
  }
};

export const hasEnded = async (pid: number, timeoutMs: number): Promise<boolean> => {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(25)) {
    if (!send(pid, 0)) return true;
  }
  return false;
};

/** Looked at once a second, since an adopted server is nobody's child here. Does not keep the process alive. */
export const whenGone = (pid: number): Promise<void> =>
  new Promise((resolve) => {
    const looking = setInterval(() => {
      if (send(pid, 0)) return;
      clearInterval(looking);
      resolve();
    }, 1_000).unref();
  });

const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const readPidFile = (dataFolder: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? "").trim() };
  } catch {
    return undefined;
  }
};

/** The command line of a process, empty when there is none: a process number alone may have been given to another. */
const commandLine = (pid: number): string => {
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
};
