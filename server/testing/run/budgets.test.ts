import { expect, test } from "vitest";
import { type Area, Areas, addOverspent, budgets, findOverspent, formatSpent, type Spent } from "./budgets";
import { toSlowness } from "./calibration";
import { nothingRun } from "./outcome";

const seconds = (area: Area, share: number) => budgets[area] * share;

test("the budgets add up to 24 minutes", () => {
  expect(Object.values(budgets).reduce((sum, each) => sum + each, 0)).toBe(24 * 60);
});

test.each([
  ["a faster machine", 10, 1],
  ["the machine of the budgets", 15, 1],
  ["a slower one", 27, 1.8],
  ["a much slower one", 400, 3],
])("the slowness of %s is %d ms of work: %d", (_, workMs, expected) => {
  expect(toSlowness(workMs)).toBe(expected);
});

test("measures the time of an area and the machine's slowness meanwhile, also when it fails", async () => {
  const areas = new Areas();
  expect(await areas.run("build and start", async () => "built")).toBe("built");
  await expect(areas.run("static checks", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(areas.spent.map(({ area }) => area)).toEqual(["build and start", "static checks"]);
  for (const { seconds, slowness } of areas.spent) {
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(slowness).toBeGreaterThanOrEqual(1);
    expect(slowness).toBeLessThanOrEqual(3);
  }
});

/** An area that took a share of its budget. */
const spend = (area: Area, share: number, slowness = 1): Spent => ({ area, seconds: seconds(area, share), slowness });
const allBut = (...some: Spent[]): Spent[] => [
  ...some,
  ...(Object.keys(budgets) as Area[])
    .filter((area) => some.every((one) => one.area !== area))
    .map((area) => spend(area, 0.97)),
];
const late = (what: string, took: number, budget: number) =>
  `${what} took ${took.toFixed(0)} s, and the budget is ${budget.toFixed(0)} s: make tests cheaper ` +
  "(server/testing/run/budgets.ts).";

test("fails when all areas together are past the sum of the budgets, and names those that are past their own", () => {
  const units = "unit and use-case tests";
  const spent = allBut(spend(units, 1.14));
  const took = spent.reduce((total, one) => total + one.seconds, 0);
  expect(took).toBeGreaterThan(24 * 60);
  const failures = [
    late("All areas together", took, 24 * 60),
    late(`The area "${units}"`, seconds(units, 1.14), budgets[units]),
  ];
  expect(findOverspent(spent)).toEqual(failures);
  const outcome = { ...nothingRun, passed: 3, failures: ["first"] };
  expect(addOverspent(outcome, spent)).toEqual({ ...outcome, failures: ["first", ...failures] });
});

test("lets an area take 15 % more than its budget while the whole is in time, and no more", () => {
  expect(findOverspent(allBut(spend("build and start", 1.14)))).toEqual([]);
  const spent = allBut(spend("build and start", 1.16));
  const budget = budgets["build and start"];
  expect(findOverspent(spent)).toEqual([late('The area "build and start"', budget * 1.16, budget)]);
});

test("gives more seconds to a slower machine", () => {
  expect(findOverspent([spend("static checks", 1.5, 1.6)])).toEqual([]);
  expect(findOverspent([spend("static checks", 1.5, 1.4)])).toHaveLength(2);
});

test("formats the areas with their sum", () => {
  const spent = [
    { area: "static checks", seconds: 74.4, slowness: 1 },
    { area: "unit and use-case tests", seconds: 361, slowness: 1.25 },
  ] as const;
  const checks = budgets["static checks"];
  const unit = budgets["unit and use-case tests"] * 1.25;
  const cell = (seconds: number) => seconds.toFixed(0).padStart(6);
  expect(formatSpent(spent).split("\n")).toEqual([
    "area                     seconds  budget  slowness",
    `static checks                 74  ${cell(checks)}      1.00`,
    `unit and use-case tests      361  ${cell(unit)}      1.25`,
    `all                          435  ${cell(checks + unit)}`,
  ]);
});
