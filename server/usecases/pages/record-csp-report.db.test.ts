import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days } from "@/server/domain/clock";
import { type CspReport, reportKindsMax } from "@/server/domain/pages/csp-report";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { recordCspReport } from "./record-csp-report";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
afterEach(() => world.clock.advanceMs(days(1)));

const evil = { directive: "script-src-elem", blocked: "https://evil.example", document: "http://pay.test/l/[…]" };
const report = (given: Partial<CspReport> = {}) => recordCspReport(world.ctx, { ...evil, ...given });

const rowsOfToday = () =>
  world.db.prisma.cspReport.findMany({
    where: { firstAt: { gt: new Date(world.clock.now().getTime() - days(1)) } },
    orderBy: { count: "desc" },
  });
const alertsOfToday = async () =>
  (
    await world.db.prisma.staffAlert.findMany({
      where: { kind: "csp_report", createdAt: { gt: new Date(world.clock.now().getTime() - days(1)) } },
      orderBy: { subject: "asc" },
    })
  ).map(({ subject }) => subject);

test("one row for equal reports of a day, and one alert for a script of an unknown host", async () => {
  await Promise.all([report(), report(), report({ document: "http://pay.test/handoff" })]);
  expect((await rowsOfToday()).map(({ document, count, isOurs }) => [document, count, isOurs])).toEqual([
    ["http://pay.test/l/[…]", 2, true],
    ["http://pay.test/handoff", 1, true],
  ]);
  expect(await alertsOfToday()).toEqual(["script-src-elem https://evil.example"]);
  expect(world.warnings).toContainEqual({ security: "csp_report", ...evil });
});

test("no second alert on the same day after a person has closed it, and a new one on the next day", async () => {
  await report();
  await world.db.prisma.staffAlert.updateMany({ data: { closedAt: world.clock.now() } });
  await report();
  expect(await world.db.prisma.staffAlert.count({ where: { kind: "csp_report", closedAt: null } })).toBe(0);
  world.clock.advanceMs(days(1));
  await report();
  expect(await world.db.prisma.staffAlert.count({ where: { kind: "csp_report", closedAt: null } })).toBe(1);
});

test("no alert for extensions, for addresses that are no page of ours, and for a few inline scripts", async () => {
  await report({ blocked: "chrome-extension:" });
  await report({ document: "https://shop.example/l/x" });
  await report({ document: "" });
  for (let n = 1; n < 20; n++) await report({ blocked: "inline" });
  expect((await rowsOfToday()).map(({ isOurs }) => isOurs).sort()).toEqual([false, false, true, true]);
  expect(await alertsOfToday()).toEqual([]);
  await report({ blocked: "inline" });
  expect(await alertsOfToday()).toEqual(["script-src-elem inline"]);
});

test("a flood makes ten alerts and one that says so, and a bounded number of rows", async () => {
  for (let n = 0; n < 12; n++) await report({ blocked: `https://flood-${n}.example` });
  const subjects = await alertsOfToday();
  expect(subjects).toHaveLength(11);
  expect(subjects).toContain("more");
  await world.db.prisma.cspReport.createMany({
    data: Array.from({ length: reportKindsMax }, (_, n) => ({
      ...evil,
      id: `csp_${n}_${world.clock.now().getTime()}`,
      day: istanbulDayStart(world.clock.now()),
      document: `https://other.example/${n}`,
      isOurs: false,
      count: 1,
      firstAt: world.clock.now(),
      lastAt: world.clock.now(),
    })),
  });
  for (const n of [1, 2]) await report({ document: `https://more.example/${n}` });
  await report({ document: "https://other.example/7" });
  const rows = await world.db.prisma.cspReport.findMany({ where: { isOurs: false, count: 2 } });
  expect(rows.map(({ directive, document }) => [directive, document]).sort()).toEqual([
    ["other", ""],
    ["script-src-elem", "https://other.example/7"],
  ]);
});
