import { spawn } from "node:child_process";
import { installedPath, projectRoot } from "@/server/launch/project";
import type { Outcome } from "./outcome";

/** Runs the simulations of the first seeds (docs/testing.md). Each one that passes counts as a test. */
export const simulations = async (count: number): Promise<Outcome> => {
  const args = [installedPath("tsx/dist/cli.mjs"), "sim/run.ts", "--seeds", String(count)];
  const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ["ignore", "inherit", "pipe"] });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => {
    process.stderr.write(chunk);
    errors.push(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code === 0) return { passed: count, failures: [], repeated: [] };
  return { passed: 0, failures: [`simulations: ${describeFailure(Buffer.concat(errors).toString())}`], repeated: [] };
};

/** Returns the first and the last line: what was found, and the command that repeats it. */
export function describeFailure(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return [...new Set([lines[0], lines.at(-1)])].join(" ") || "the run failed without a word";
}
