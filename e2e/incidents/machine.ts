import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A clock of one process that can be moved while it runs, by Debian's libfaketime. */
export interface MovableClock {
  /** The variables of the process. */
  readonly variables: Readonly<Record<string, string>>;
  /** Moves it by seconds against the machine's; 0 sets it right. */
  move(seconds: number): void;
}

/** Returns null where libfaketime is not installed. */
export function createMovableClock(folder: string): MovableClock | null {
  const library = findFakeTime();
  if (library === null) return null;
  const file = join(folder, "clock");
  const move = (seconds: number): void => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}s`);
  move(0);
  const variables = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    // The timers of the process go on by the clock that only counts.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_CACHE_DURATION: "1",
  };
  return { variables, move };
}

/** Returns the library for programs with several threads; null where it is not installed. */
function findFakeTime(): string | null {
  const folders = ["/usr/lib/faketime", "/usr/lib64/faketime", ...listArchitectures()];
  return folders.map((folder) => join(folder, "libfaketimeMT.so.1")).find((path) => existsSync(path)) ?? null;
}

const listArchitectures = (): string[] =>
  ["x86_64-linux-gnu", "aarch64-linux-gnu"].map((name) => `/usr/lib/${name}/faketime`);

/** A disk of its own that can be filled. */
export interface SmallDisk {
  readonly folder: string;
  fill(): void;
  empty(): void;
  unmount(): void;
}

/** Its size in bytes. */
const diskBytes = 32_000_000;

/** Mounts a small disk in memory. Returns null where this user may not mount. */
export function mountSmallDisk(parent: string): SmallDisk | null {
  const folder = join(parent, "disk");
  mkdirSync(folder);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${diskBytes},mode=0755`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      try {
        writeFileSync(ballast, Buffer.alloc(2 * diskBytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => void spawnSync("umount", ["-l", folder]),
  };
}
