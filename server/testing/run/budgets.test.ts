import { expect, test } from "vitest";
import { type Area, Areas, addOverspent, budgets, findOverspent, formatSpent, longestRun, type Spent } from "./budgets";
import { toSlowness } from "./calibration";
import { nothingRun } from "./outcome";

/** An area that used a share of its budget, and took as long by the clock as the run has for its area. */
const use = (area: Area, share: number, slowness: number): Spent => ({
  area,
  seconds: 100,
  processorSeconds: budgets[area] * share,
  slowness,
});

test("the budgets add up to 46 minutes of the processors, and the run may take 26 minutes", () => {
  expect(Object.values(budgets).reduce((sum, each) => sum + each, 0)).toBe(46 * 60);
  expect(longestRun).toBe(26 * 60);
});

test.each([
  ["a machine that is too fast to be real", 1, 0.5],
  ["a faster machine", 10.4, 0.8],
  ["the machine of the budgets", 13, 1],
  ["a slower one", 19.5, 1.5],
  ["a much slower one", 400, 3],
])("the slowness of %s is %d ms of work: %d", (_, workMs, expected) => {
  expect(toSlowness(workMs)).toBe(expected);
});

test("measures an area by the clock and on the processors, with the machine's slowness, also when it fails", async () => {
  const areas = new Areas();
  const compute = async () => {
    const until = performance.now() + 300;
    while (performance.now() < until);
    return "built";
  };
  expect(await areas.run("build and start", compute)).toBe("built");
  await expect(areas.run("static checks", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(areas.spent.map(({ area }) => area)).toEqual(["build and start", "static checks"]);
  for (const { slowness } of areas.spent) {
    expect(slowness).toBeGreaterThanOrEqual(0.5);
    expect(slowness).toBeLessThanOrEqual(3);
  }
  const [computed, broken] = areas.spent;
  expect(computed?.seconds).toBeGreaterThanOrEqual(0.3);
  expect(computed?.processorSeconds).toBeGreaterThan(0.1);
  expect(broken?.seconds).toBeLessThan(computed?.seconds ?? 0);
});

test("fails past the budget, which grows with the slowness", () => {
  const inTime = use("build and start", 1, 1);
  const late = use("unit and use-case tests", 1.5, 1.2);
  const slow = use("static checks", 1.5, 1.6);
  const whole = (share: number) => (budgets[late.area] * share).toFixed(0);
  const failures = [
    expect.stringMatching(
      new RegExp(
        `^The area "${late.area}" used ${whole(1.5)} s of the processors, and its budget is ${whole(1.2)} s: make its`,
      ),
    ),
  ];
  expect(findOverspent([inTime, late, slow])).toEqual(failures);
  const outcome = { ...nothingRun, passed: 3, failures: ["first"] };
  expect(addOverspent(outcome, [inTime, late, slow])).toEqual({ ...outcome, failures: ["first", ...failures] });
});

test("fails when all areas take too long by the clock together, each with its own slowness", () => {
  const sleeping = (area: Area, seconds: number, slowness: number) => ({ ...use(area, 0.5, slowness), seconds });
  const first = sleeping("static checks", longestRun / 2, 0.7);
  expect(findOverspent([])).toEqual([]);
  expect(findOverspent([first, sleeping("simulations", longestRun / 2, 1)])).toEqual([]);
  expect(findOverspent([first, sleeping("simulations", longestRun / 2 + 60, 1)])).toEqual([
    "All areas took 1620 s, and may take 1560 s: make tests cheaper.",
  ]);
  expect(findOverspent([first, sleeping("simulations", longestRun, 2)])).toEqual([]);
  expect(findOverspent([first, sleeping("simulations", longestRun + 120, 2)])).toEqual([
    "All areas took 2460 s, and may take 2369 s: make tests cheaper.",
  ]);
});

test("formats the areas with their sum; a faster machine does not get smaller budgets", () => {
  const spent = [
    { area: "static checks", seconds: 74.4, processorSeconds: 101, slowness: 0.9 },
    { area: "unit and use-case tests", seconds: 361, processorSeconds: 640.2, slowness: 1.25 },
  ] as const;
  const checks = budgets["static checks"];
  const unit = budgets["unit and use-case tests"] * 1.25;
  const cell = (seconds: number) => seconds.toFixed(0).padStart(6);
  expect(formatSpent(spent).split("\n")).toEqual([
    "area                     seconds  processors  budget  slowness",
    `static checks                 74         101  ${cell(checks)}      0.90`,
    `unit and use-case tests      361         640  ${cell(unit)}      1.25`,
    `all                          435         741  ${cell(checks + unit)}`,
  ]);
});
