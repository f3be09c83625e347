import { describe, expect, test } from "vitest";
import { isCutOff, readAccessLog } from "./access-log";
import { createReport, type Facts } from "./report";
import { type Sent, slowMs } from "./sent";

const sentAt = (at: number, changes: Partial<Sent> = {}): Sent => ({
  kind: "look-up",
  at,
  ms: 20,
  status: 200,
  code: null,
  trouble: null,
  ...changes,
});
const lost = { status: 502, trouble: "Bad Gateway" };
const kills = [
  { kind: "web", at: 50_000 },
  { kind: "web", at: 60_000 },
] as const;
const sent = [
  ...Array.from({ length: 97 }, (_, n) => sentAt(n)),
  sentAt(1_000, { kind: "creation", status: 201, code: "pay_1", ms: 40 }),
  sentAt(2_000, { kind: "slow creation", status: 201, code: "pay_2", ms: slowMs + 30 }),
  sentAt(51_000, { ms: 10 }),
];
const passed = sent.map(({ at, ms, status }) => ({
  at,
  ms,
  server: "api/web1",
  status,
  ending: "--",
  retries: at % 2,
}));
const payments = new Map([
  ["pay_1", null],
  ["pay_2", null],
]);
const facts: Facts = { restarts: 3, kills, sent, passed, payments };

describe("the report", () => {
  test("passes when no restart costs a request, and names what was sent and how long it took", () => {
    const { hasPassed, lines } = createReport(facts);
    expect(hasPassed).toBe(true);
    expect(lines).toEqual([
      "3 restarts: 99 requests sent, 99 answered, 0 lost; not 2xx: none; half within 20 ms, 99 % within 40 ms, " +
        "the slowest after 40 ms",
      "  by kind: look-up 97, creation 1, slow creation 1",
      "  as HAProxy saw it, buyers and refunds included: 99 requests, 48 sent to another process because a connection " +
        "was refused, 0 left by the client, 0 cut off",
      "2 kills: 1 requests sent, 1 answered, 0 lost; not 2xx: none; half within 10 ms, 99 % within 10 ms, the slowest " +
        "after 10 ms; errors for 0.0 s at most, allowed 1.0 s",
      "  as HAProxy saw it: 1 requests, 0 sent to another process because a connection was refused, 0 left by the " +
        "client, 0 cut off",
      "2 payments created; 0 of them are not in the books, 0 have the code of another one",
    ]);
  });

  test("fails when a request is lost or refused before the first kill, also one of a buyer that only HAProxy saw", () => {
    expect(createReport({ ...facts, sent: [...sent, sentAt(49_900, lost)] }).hasPassed).toBe(false);
    expect(createReport({ ...facts, sent: [...sent, sentAt(49_900, { status: 429 })] }).hasPassed).toBe(false);
    const cutOff = { at: 100, ms: 900, server: "pay/web2", status: 502, ending: "SH", retries: 0 };
    expect(createReport({ ...facts, passed: [...passed, cutOff] }).hasPassed).toBe(false);
  });

  test("allows errors for a second after each kill, also of what was under way at it, and none later", () => {
    const early = [
      sentAt(40_000, { ...lost, ms: 10_400 }),
      sentAt(60_800, { ...lost, ms: 100 }),
      sentAt(60_880, { status: 0, trouble: "socket hang up" }),
    ];
    const { hasPassed, lines } = createReport({ ...facts, sent: [...sent, ...early] });
    expect(hasPassed).toBe(true);
    expect(lines[3]).toContain("4 requests sent, 1 answered, 3 lost; not 2xx: 502 2, 0 1;");
    expect(lines[3]).toContain("errors for 0.9 s at most");
    expect(createReport({ ...facts, sent: [...sent, sentAt(61_000, lost)] }).hasPassed).toBe(false);
  });

  test("fails when a payment that was answered is not in the books, or two have one code", () => {
    expect(createReport({ ...facts, payments: new Map() }).hasPassed).toBe(false);
    const twice = sentAt(3_000, { kind: "creation", status: 201, code: "pay_1" });
    expect(createReport({ ...facts, sent: [...sent, twice] }).hasPassed).toBe(false);
  });
});

test("HAProxy's log is read by request; a broken answer of a process is told from a client that went", () => {
  const text = [
    "127.0.0.1:51234 [26/Nov/2026:21:50:00.123] public api/web1 0/0/1/12/13 201 512 -- 3/3/2/1/0 POST",
    "127.0.0.1:51235 [26/Nov/2026:21:50:01.000] public pay/web2 0/0/1/-1/5 502 209 SH 3/3/2/1/+2 GET",
    "127.0.0.1:51236 [26/Nov/2026:21:50:02.000] public pay/web3 0/0/1/-1/200 -1 0 CH 3/3/2/1/0 GET",
    "[WARNING]  (1) : Server api/web1 is DOWN, reason: Layer7 wrong status, code: 503.",
    "",
  ].join("\n");
  const read = readAccessLog(text);
  expect(read.map(({ server, ms, status, retries }) => [server, ms, status, retries])).toEqual([
    ["api/web1", 13, 201, 0],
    ["pay/web2", 5, 502, 2],
    ["pay/web3", 200, -1, 0],
  ]);
  expect(read.map(isCutOff)).toEqual([false, true, false]);
  expect(read[0]?.at).toBe(new Date(2026, 10, 26, 21, 50, 0, 123).getTime());
});
