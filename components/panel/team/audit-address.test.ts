import { expect, test } from "vitest";
import { auditAddressOf, auditQueryOf, isNarrowed, readAuditAddress } from "./audit-address";

const open = { actor: null, area: null, from: null, until: null, before: null };

test("what an address says is read as it was written", () => {
  const address = { actor: "usr_1", area: "refund", from: "2026-11-01", until: "2026-11-20", before: "42" };
  const { searchParams } = new URL(auditAddressOf(address), "http://panel.test");
  expect(readAuditAddress(Object.fromEntries(searchParams))).toEqual(address);
  expect(auditAddressOf(open)).toBe("/panel/team/audit");
});

test("what is malformed, repeated or no day is left out", () => {
  const parameters = {
    actor: ["a", "b"],
    area: "refund.start",
    from: "2026-02-30",
    until: "20.11.2026",
    before: "-1",
  };
  expect(readAuditAddress(parameters)).toEqual(open);
});

test("days are Istanbul's, and the last one is part of what is shown", () => {
  expect(auditQueryOf({ ...open, from: "2026-11-20", until: "2026-11-20" })).toMatchObject({
    from: new Date("2026-11-19T21:00:00.000Z"),
    until: new Date("2026-11-20T21:00:00.000Z"),
  });
});

test("a later page alone is no filter", () => {
  expect(isNarrowed({ ...open, before: "7" })).toBe(false);
  expect(isNarrowed({ ...open, area: "key" })).toBe(true);
});
