import { expect, test } from "vitest";
import { type Blow, type Creation, findCause, longestErrors } from "./errors";

const failed = (at: number, ms = 20): Creation => ({ at, ms, status: 503, code: null, trouble: "x" });
const web: Blow = { kind: "web", at: 1_000 };
const stopped: Blow = { kind: "stoppedWeb", at: 2_000, until: 22_000 };
const redis: Blow = { kind: "redis", at: 10_000 };
const fullDisk: Blow = { kind: "fullDisk", at: 12_000, until: 16_000 };
const blows = [web, stopped, redis, fullDisk];

test.each([
  ["an error before all blows", failed(500), undefined],
  ["an error after the last blow", failed(30_000), fullDisk],
  ["an error that was under way when the blow fell", failed(900, 200), web],
  ["an error while an earlier blow lasts", failed(10_500), redis],
  ["a request that was held during two blows, the longer of them", failed(2_500, 15_000), stopped],
  ["a request that was held, and answered while the disk is full", failed(9_000, 5_000), fullDisk],
  ["a request that was held, and not answered", { ...failed(9_000, 5_000), status: 0 }, stopped],
  ["a request that was held, and answered after the disk was full", failed(9_000, 7_100), stopped],
  ["a request that was held, and answered while Redis is away", failed(6_000, 4_500), stopped],
  ["a request that was held after the end of all causes", failed(23_000, 5_000), fullDisk],
])("%s belongs to the right blow", (_, creation, cause) => {
  expect(findCause(blows, creation)).toBe(cause);
});

test("the time of errors is counted from the end of the cause, and is 0 before it", () => {
  const good = { ...failed(30_000), status: 201 };
  const creations = [failed(1_500), failed(1_400), failed(2_500, 15_000), failed(11_000), failed(18_000), good];
  expect([...longestErrors(blows, creations)]).toEqual([
    ["web", 520],
    ["stoppedWeb", 0],
    ["redis", 1_020],
    ["fullDisk", 2_020],
  ]);
  expect(longestErrors(blows, [failed(20_000, 3_500)]).get("stoppedWeb")).toBe(1_500);
});
