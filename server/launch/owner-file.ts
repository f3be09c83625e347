import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

type Owner = { pid: number; born: string; isStopping?: boolean };

export type Ownership = {
  /** Whether the previous owner was killed and left its file behind. */
  wasAbandoned: boolean;
  /** Records in the file that the owner is stopping, so that others wait longer. */
  markStopping(): void;
  release(): void;
};

/**
 * Takes a file that one process at a time may own. The file names its owner by process number and start time, because
 * the number alone may belong to another process by now. The file of a killed process is taken over.
 * @returns undefined when a living process keeps the file longer than `waitMs`, or longer than a minute while it is
 * stopping
 */
export const takeOwnership = async (file: string, waitMs: number): Promise<Ownership | undefined> => {
  const start = Date.now();
  let wasAbandoned = false;
  for (;;) {
    if (tryWrite(file)) return createOwnership(file, wasAbandoned);
    const owner = readOwner(file);
    const isAlive = owner !== undefined && readStartTime(owner.pid) === owner.born;
    if (!isAlive) {
      wasAbandoned = true;
      rmSync(file, { force: true });
      continue;
    }
    if (Date.now() - start > (owner.isStopping ? 60_000 : waitMs)) return undefined;
    await sleep(100);
  }
};

const createOwnership = (file: string, wasAbandoned: boolean): Ownership => ({
  wasAbandoned,
  markStopping: () => writeFileSync(file, JSON.stringify({ ...self(), isStopping: true })),
  release: () => rmSync(file, { force: true }),
});

const tryWrite = (file: string): boolean => {
  try {
    writeFileSync(file, JSON.stringify(self()), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
};

const self = (): Owner => ({ pid: process.pid, born: readStartTime(process.pid) ?? "" });

const readOwner = (file: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
};

/** Reads the start time of a process in the system's own unit; undefined when there is no such process. */
const readStartTime = (pid: number): string | undefined => {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
    }
    const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return afterName[0] === "Z" ? undefined : afterName[19];
  } catch {
    return undefined;
  }
};
