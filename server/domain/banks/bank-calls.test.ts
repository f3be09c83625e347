import { expect, test } from "vitest";
import {
  estimateQuantileMs,
  latencyBoundsMs,
  toHostName,
  toLatencyClass,
  toPurpose,
  toReach,
  toResult,
} from "./bank-calls";

test.each([
  ["approved", null, 200, "answered"],
  ["paid", null, 200, "answered"],
  ["declined", null, 200, "declined"],
  ["unknown", "sale_not_shown", 200, "answered"],
  ["unknown", "connection", null, "unconnected"],
  ["unknown", "timeout", null, "timeout"],
  ["unknown", "unreadable", null, "broken"],
  ["unknown", "unreadable", 200, "unreadable"],
  ["unknown", "mismatch", 200, "unreadable"],
  ["unknown", "http_status", 503, "http_status"],
  ["unknown", "withdrawn", null, null],
])("the outcome %s (%s, HTTP %s) counts as %s", (outcome, cause, httpStatus, expected) => {
  expect(toResult({ outcome, cause, httpStatus })).toBe(expected);
});

test("only a missing connection, or silence before the bank's page, shows that a bank is not reached", () => {
  expect(toReach("money", "unconnected")).toBe("unreached");
  expect(toReach("lookup", "unconnected")).toBe("unreached");
  for (const silence of ["timeout", "broken"] as const) {
    expect([toReach("start", silence), toReach("money", silence), toReach("lookup", silence)]).toEqual([
      "unreached",
      null,
      null,
    ]);
  }
  for (const answer of ["answered", "declined", "http_status", "unreadable"] as const) {
    expect(toReach("start", answer)).toBe("reached");
  }
});

test("operations have the purposes that the rules depend on", () => {
  expect(["prepare", "capture", "void", "credit", "inquire", "history", "resolve"].map(toPurpose)).toEqual([
    "start",
    "money",
    "money",
    "money",
    "lookup",
    "lookup",
    "lookup",
  ]);
});

test("estimates quantiles within a class of times; the open class counts as its lower end", () => {
  const classes = (...times: number[]) => {
    const counts = Array<number>(latencyBoundsMs.length + 1).fill(0);
    for (const ms of times) counts[toLatencyClass(ms)] = (counts[toLatencyClass(ms)] ?? 0) + 1;
    return counts;
  };
  expect(estimateQuantileMs([], 0.5)).toBeNull();
  expect(estimateQuantileMs(classes(250, 250, 250, 250), 0.5)).toBe(250);
  expect(estimateQuantileMs(classes(40, 40, 40, 4_000), 0.5)).toBe(33);
  expect(estimateQuantileMs(classes(...Array(19).fill(90), 100_000), 0.95)).toBe(100);
  expect(estimateQuantileMs(classes(100_000), 0.95)).toBe(60_000);
});

test("names a host as an identifier, by which lists can be filtered", () => {
  expect(toHostName({ bank: "isbank", host: "sanalpos.isbank.com.tr" })).toBe("isbank-sanalpos-isbank-com-tr");
  expect(toHostName({ bank: "qnb", host: "localhost:3002" })).toMatch(/^[\w-]{1,64}$/);
});
