import { expect, test } from "vitest";
import type { Reduction, Verdict } from "../simulate";
import { shrink, writeCommand } from "./shrink";

const failing = (steps: number, oracle = "money"): Verdict => ({
  seed: "7",
  finding: { oracle, texts: ["a rule is broken"] },
  steps,
  troubles: { crashes: 0, lockWaits: 0, bankMishaps: 0, repeatedCredits: 0 },
  digest: "d",
  trace: "",
  people: ["shop1", "buyer1", "staff"],
});
const passing: Verdict = { ...failing(10), finding: null };

test("leaves out each person whom the failure does not need, and ends the troubles as early as it allows", async () => {
  const needs = ({ without, troubleUntil }: Reduction) => !without.includes("buyer1") && (troubleUntil ?? 37) >= 37;
  const { reduction } = await shrink(failing(200), async (one) => (needs(one) ? failing(200) : passing));
  expect(reduction).toEqual({ without: ["shop1", "staff"], troubleUntil: 37 });
});

test("keeps a smaller simulation only where the same oracle finds something", async () => {
  const { reduction, verdict } = await shrink(failing(200), async () => failing(50, "another oracle"));
  expect(reduction).toEqual({ without: [], troubleUntil: null });
  expect(verdict.steps).toBe(200);
});

test.each([
  [{ without: [], troubleUntil: null }, "npm run sim -- --seed 7"],
  [
    { without: ["staff", "shop1"], troubleUntil: 37 },
    "npm run sim -- --seed 7 --without staff,shop1 --trouble-until 37",
  ],
])("writes the command of %j", (reduction, command) => {
  expect(writeCommand("7", reduction)).toBe(command);
});
