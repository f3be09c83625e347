import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Returns the numbers of the processors on which this process may run; from 0 on where the system does not say. */
export function readProcessors(): number[] {
  const list = readAllowed();
  return list === null ? Array.from({ length: availableParallelism() }, (_, index) => index) : parseProcessors(list);
}

function readAllowed(): string | null {
  try {
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Reads a list of Linux, such as `0-2,5`. */
export const parseProcessors = (list: string): number[] =>
  list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
