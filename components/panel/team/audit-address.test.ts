import { expect, test } from "vitest";
import { isNarrowed, readAuditAddress, toAuditAddress, toAuditQuery } from "./audit-address";

const noFilters = { actor: null, area: null, from: null, until: null, before: null };

test("reads from a URL what was written into it", () => {
  const address = { actor: "usr_1", area: "refund", from: "2026-11-01", until: "2026-11-20", before: "42" };
  const { searchParams } = new URL(toAuditAddress(address), "http://panel.test");
  expect(readAuditAddress(Object.fromEntries(searchParams))).toEqual(address);
  expect(toAuditAddress(noFilters)).toBe("/panel/team/audit");
});

test("ignores malformed and repeated values and impossible days", () => {
  const parameters = {
    actor: ["a", "b"],
    area: "refund.start",
    from: "2026-02-30",
    until: "20.11.2026",
    before: "-1",
  };
  expect(readAuditAddress(parameters)).toEqual(noFilters);
});

test("uses Istanbul days and includes the last day", () => {
  expect(toAuditQuery({ ...noFilters, from: "2026-11-20", until: "2026-11-20" })).toMatchObject({
    from: new Date("2026-11-19T21:00:00.000Z"),
    until: new Date("2026-11-20T21:00:00.000Z"),
  });
});

test("a later page alone does not count as a filter", () => {
  expect(isNarrowed({ ...noFilters, before: "7" })).toBe(false);
  expect(isNarrowed({ ...noFilters, area: "key" })).toBe(true);
});
