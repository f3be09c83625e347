import { expect, test } from "vitest";
import { formatTally, runSteps, type Step } from "./steps";

const step = (name: string, run: Step["run"] = async () => ""): Step => ({ name, run });
const collect = async (steps: readonly Step[], missing: string | null = null) => {
  const lines: string[] = [];
  const tally = await runSteps(steps, missing, (line) => lines.push(line.replace(/ +[\d.]+ s/, "")));
  return { lines, said: formatTally(tally) };
};

test("prints a line for each step, with what it says", async () => {
  expect(await collect([step("Backup"), step("Restore", async () => "3 payments")])).toEqual({
    lines: ["done  Backup", "done  Restore: 3 payments"],
    said: "2 steps done, 0 skipped, 0 failed",
  });
});

test("skips every step after one that failed, and does not run it", async () => {
  const fails = step("Restore", () => Promise.reject(new Error("no space")));
  const never = step("Compare", () => expect.fail("it ran"));
  expect(await collect([step("Backup"), fails, never])).toEqual({
    lines: ["done  Backup", "FAILED  Restore: no space", "skipped          Compare: a step before it has failed"],
    said: "1 steps done, 1 skipped, 1 failed",
  });
});

test("names every step as skipped with the reason where the programs are missing", async () => {
  const { lines, said } = await collect([step("Backup", () => expect.fail("it ran"))], "there is no pg_basebackup");
  expect(lines).toEqual(["skipped          Backup: there is no pg_basebackup"]);
  expect(said).toBe("0 steps done, 1 skipped, 0 failed");
});
