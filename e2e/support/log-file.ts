import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { sandbox } from "./product";

/** Reads the log lines of one request after the last of them has been written. */
export async function readLog(traceId: string): Promise<{ text: string; lines: Record<string, unknown>[] }> {
  const linesNow = () =>
    logText()
      .split("\n")
      .filter((line) => line.includes(traceId));
  await expect.poll(() => linesNow().some((line) => line.includes('"status"'))).toBe(true);
  const found = linesNow();
  return { text: found.join("\n"), lines: found.map((line) => JSON.parse(line)) };
}

export const logText = (): string => readFileSync(join(sandbox.dataDir, "logs/vezne.log"), "utf8");
