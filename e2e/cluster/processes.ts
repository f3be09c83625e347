import { readdirSync, readFileSync } from "node:fs";

/** Lists the processes that another one has started and that still run under it. */
export function childrenOf(parent: number): number[] {
  const isChild = (pid: string) => readProcess(pid, "stat").split(") ").at(-1)?.split(" ")[1] === String(parent);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number);
}

/** Reads a file of a process; empty where the process has ended. */
export function readProcess(pid: number | string, file: "stat" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
