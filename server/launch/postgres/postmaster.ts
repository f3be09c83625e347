import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The entries of a running PostgreSQL in `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; status: string };

/** Finds the server that runs on a data folder. */
export const findPostmaster = (dataFolder: string): Postmaster | undefined => {
  const noted = readPidFile(dataFolder);
  return noted && commandLine(noted.pid).includes(dataFolder) ? noted : undefined;
};

/**
 * Removes the `postmaster.pid` of a killed server: its number may belong to another process by now, and PostgreSQL
 * would refuse to start (D-53). It is called only before a start, because the file of a server that is starting is
 * empty for a moment, and a server whose file was removed ends itself.
 */
export const removeFileOfKilled = (dataFolder: string): void => {
  if (findPostmaster(dataFolder) === undefined) rmSync(join(dataFolder, "postmaster.pid"), { force: true });
};

/** Sends the signal of PostgreSQL's fast shutdown and waits for the end; after 30 s sends that of the immediate one. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (!send(pid, signal)) return;
    if (await waitForEnd(pid, 30_000)) return;
  }
};

export const waitForEnd = async (pid: number, timeoutMs: number): Promise<boolean> => {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(25)) {
    if (!send(pid, 0)) return true;
  }
  return false;
};

/**
 * Waits until a process has ended. It polls once a second, because an adopted server is not a child of this process.
 * The timer does not keep this process alive.
 */
export const waitUntilGone = (pid: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (send(pid, 0)) return;
      clearInterval(timer);
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

/** Reads the command line of a process, because its number may belong to another process; empty when there is none. */
const commandLine = (pid: number): string => {
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
};
