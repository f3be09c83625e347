import { expect, test } from "vitest";
import { judgeAdvisories } from "./advisories";

const advisory = (severity: string) => ({
  name: "left",
  title: "Reads a file",
  url: "https://advisory.test/1",
  severity,
});
const report = (...severities: string[]): string =>
  JSON.stringify({ vulnerabilities: { left: { via: [...severities.map(advisory), "right"] } } });
const accepted = [{ url: "https://advisory.test/1", reason: "The function is not called.", until: "2026-12-31" }];

test("asked, with nothing serious for low and moderate advisories and for none", () => {
  for (const text of [report(), report("low"), report("moderate")]) {
    expect(judgeAdvisories(text, "2026-11-26")).toMatchObject({ kind: "asked", serious: [] });
  }
});

test("serious for a high or critical advisory, named once", () => {
  for (const severity of ["high", "critical"]) {
    expect(judgeAdvisories(report(severity, severity), "2026-11-26")).toMatchObject({
      serious: [`left (${severity}): Reads a file, https://advisory.test/1`],
    });
  }
});

test("accepted until its last day, and serious again after it", () => {
  expect(judgeAdvisories(report("high"), "2026-12-31", accepted)).toMatchObject({ serious: [] });
  expect(judgeAdvisories(report("high"), "2027-01-01", accepted)).toMatchObject({ serious: [expect.any(String)] });
});

test("not asked where the registry gives no answer or an unreadable one", () => {
  const refused = JSON.stringify({ message: "405 Method Not Allowed", error: { summary: "" } });
  expect(judgeAdvisories(refused, "2026-11-26")).toEqual({ kind: "not_asked", why: "405 Method Not Allowed" });
  for (const text of ["", "<html>", "null", "{}"]) {
    expect(judgeAdvisories(text, "2026-11-26")).toMatchObject({ kind: "not_asked" });
  }
});
