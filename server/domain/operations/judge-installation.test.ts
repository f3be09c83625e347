import { describe, expect, test } from "vitest";
import { describeObstacles, failed, fine, formatChecks, mayTakeRequests, warning } from "./installation-check";
import {
  judgeAddresses,
  judgeAuditLogs,
  judgeCertificates,
  judgeClock,
  judgeDisk,
  judgeKeys,
  judgeMigrations,
  judgeProxies,
  judgeRole,
} from "./judge-installation";

describe("the doctor's judgement", () => {
  test.each([
    ["a clock that agrees", judgeClock(-1_900), "fine"],
    ["a clock that is 2 s behind", judgeClock(-2_000), "warning"],
    ["a clock that is half a minute ahead", judgeClock(30_000), "failed"],
    ["no missing migration", judgeMigrations([]), "fine"],
    ["one missing migration", judgeMigrations(["20261126140000_key_end_warning"]), "failed"],
    ["a lost encryption key", judgeKeys({ missing: ["k1"], wrong: [] }), "failed"],
    ["unsealed audit logs", judgeAuditLogs(2), "failed"],
    ["a role that owns tables", judgeRole({ name: "a", powers: ["owner"] }, false), "failed"],
    ["such a role, allowed", judgeRole({ name: "a", powers: ["owner"] }, true), "warning"],
    ["ports for this machine only", judgeAddresses({ public: [], admin: [] }), "fine"],
    ["public ports for other machines", judgeAddresses({ public: ["0.0.0.0"], admin: [] }), "warning"],
    ["a private port for other machines", judgeAddresses({ public: [], admin: ["10.0.0.5"] }), "warning"],
    ["no trusted proxy", judgeProxies(0), "warning"],
    ["one trusted proxy", judgeProxies(1), "fine"],
    ["2 GB of free disk", judgeDisk({ path: "/var", freeBytes: 2e9 }), "fine"],
    ["500 MB of free disk", judgeDisk({ path: "/var", freeBytes: 5e8 }), "warning"],
    ["50 MB of free disk", judgeDisk({ path: "/var", freeBytes: 5e7 }), "failed"],
  ])("%s", (_, { state, advice }, expected) => {
    expect(state).toBe(expected);
    expect(advice === null).toBe(expected === "fine");
  });

  const valid = (daysLeft: number) => ({ origin: "https://a.example", daysLeft, problem: null });
  test.each([
    ["fine", [valid(90), valid(14)]],
    ["warning", [valid(90), valid(13)]],
    ["failed", [valid(90), valid(2)]],
    ["failed", [valid(90), { origin: "https://b.example", daysLeft: null, problem: "CERT_HAS_EXPIRED" }]],
  ] as const)("certificates: %s", (expected, certificates) => {
    expect(judgeCertificates(certificates).state).toBe(expected);
  });
});

test("a process takes requests unless keys, migrations or clock have failed", () => {
  const others = [failed("redis", "r", "a"), warning("clock", "c", "a"), failed("database_role", "d", "a")];
  expect(mayTakeRequests(others)).toBe(true);
  for (const name of ["encryption_keys", "migrations", "clock"] as const) {
    expect(mayTakeRequests([...others, failed(name, "x", "a")]), name).toBe(false);
  }
});

test("a start is refused with what was found and what to do; the sandbox accepts the owner of the database", () => {
  const checks = [fine("clock", "c"), failed("database_role", "It is a superuser.", "Make roles.")];
  expect(describeObstacles(checks, "live")).toBe("It is a superuser. Make roles.");
  expect(describeObstacles(checks, "sandbox")).toBeNull();
  expect(describeObstacles([failed("migrations", "One is missing.", "Migrate.")], "sandbox")).toBe(
    "One is missing. Migrate.",
  );
});

test("the results are a line each, with the advice below", () => {
  expect(formatChecks([fine("clock", "It agrees."), failed("audit_logs", "Two.", "Seal them.")])).toEqual([
    "ok   clock            It agrees.",
    "FAIL audit logs       Two.",
    "                      Seal them.",
  ]);
});
