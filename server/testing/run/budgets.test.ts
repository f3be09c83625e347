import { expect, test } from "vitest";
import { type Area, Areas, addOverspent, budgets, findOverspent, formatSpent } from "./budgets";
import { toSlowness } from "./calibration";
import { nothingRun } from "./outcome";

const seconds = (area: Area, share: number) => budgets[area] * share;

test("the budgets add up to 22 minutes", () => {
  expect(Object.values(budgets).reduce((sum, each) => sum + each, 0)).toBe(22 * 60);
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

test("measures the time of an area and the machine's slowness meanwhile, also when it fails", async () => {
  const areas = new Areas();
  expect(await areas.run("build and start", async () => "built")).toBe("built");
  await expect(areas.run("static checks", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(areas.spent.map(({ area }) => area)).toEqual(["build and start", "static checks"]);
  for (const { seconds, slowness } of areas.spent) {
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(slowness).toBeGreaterThanOrEqual(0.5);
    expect(slowness).toBeLessThanOrEqual(3);
  }
});

test("fails past the budget, which grows with the slowness", () => {
  const inTime = { area: "build and start", seconds: seconds("build and start", 1), slowness: 1 } as const;
  const late = {
    area: "unit and use-case tests",
    seconds: seconds("unit and use-case tests", 1.5),
    slowness: 1.2,
  } as const;
  const slow = { area: "static checks", seconds: seconds("static checks", 1.5), slowness: 1.6 } as const;
  const whole = (share: number) => seconds(late.area, share).toFixed(0);
  const failures = [
    expect.stringMatching(
      new RegExp(
        `^The area "${late.area}" took ${whole(1.5)} s, and its budget is ${whole(1.2)} s: make its tests cheaper`,
      ),
    ),
  ];
  expect(findOverspent([inTime, late, slow])).toEqual(failures);
  const outcome = { ...nothingRun, passed: 3, failures: ["first"] };
  expect(addOverspent(outcome, [inTime, late, slow])).toEqual({ ...outcome, failures: ["first", ...failures] });
});

test("formats the areas with their sum; a faster machine does not get smaller budgets", () => {
  const spent = [
    { area: "static checks", seconds: 74.4, slowness: 0.9 },
    { area: "unit and use-case tests", seconds: 361, slowness: 1.25 },
  ] as const;
  const checks = budgets["static checks"];
  const unit = budgets["unit and use-case tests"] * 1.25;
  const cell = (seconds: number) => seconds.toFixed(0).padStart(6);
  expect(formatSpent(spent).split("\n")).toEqual([
    "area                     seconds  budget  slowness",
    `static checks                 74  ${cell(checks)}      0.90`,
    `unit and use-case tests      361  ${cell(unit)}      1.25`,
    `all                          435  ${cell(checks + unit)}`,
  ]);
});
