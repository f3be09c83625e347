import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

type Owner = { pid: number; born: string; isStopping?: boolean };

export type Ownership = {
  /** Whether the previous owner was killed and left its file behind. */
  wasAbandoned: boolean;
  /** Tells others that waiting is worth it. */
  markStopping(): void;
  release(): void;
};

/**
 * Takes a file that one process at a time may own. A process number alone may be another process by now, so the file
 * names its owner by number and birth; the file of one that was killed is taken over.
 * @returns undefined when a living process keeps it longer than `waitMs`; one that is stopping is given a minute.
 */
export const takeOwnership = async (file: string, waitMs: number): Promise<Ownership | undefined> => {
  const start = Date.now();
  let wasAbandoned = false;
  for (;;) {
    if (tryWrite(file)) return ownershipOf(file, wasAbandoned);
    const owner = readOwner(file);
    const isAlive = owner !== undefined && birthOf(owner.pid) === owner.born;
    if (!isAlive) {
      wasAbandoned = true;
      rmSync(file, { force: true });
      continue;
    }
    if (Date.now() - start > (owner.isStopping ? 60_000 : waitMs)) return undefined;
    await sleep(100);
  }
};

const ownershipOf = (file: string, wasAbandoned: boolean): Ownership => ({
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

const self = (): Owner => ({ pid: process.pid, born: birthOf(process.pid) ?? "" });

const readOwner = (file: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
};

/** When a process was born, in whatever unit the system counts; undefined when there is none with that number. */
const birthOf = (pid: number): string | undefined => {
  try {
    if (process.platform !== "linux") {
      return (
        execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined
      );
    }
    const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return afterName[0] === "Z" ? undefined : afterName[19];
  } catch {
    return undefined;
  }
};
