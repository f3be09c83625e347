import { beforeEach, expect, test } from "vitest";
import { FixedClock, minutes, seconds } from "../clock";
import { Circuits } from "./circuits";

const host = { bank: "isbank", host: "bank.test" };
const other = { bank: "garanti", host: "other.test" };
let clock: FixedClock;
let circuits: Circuits;
beforeEach(() => {
  clock = new FixedClock();
  circuits = new Circuits(true);
});

const fail = (times: number, apartMs = 0) => {
  const changes = [];
  for (let n = 0; n < times; n++) {
    clock.advanceMs(apartMs);
    changes.push(circuits.note(host, "unreached", clock.now()));
  }
  return changes;
};
const admit = () => circuits.admit(host, clock.now());

test("opens at the fifth failure in a row, for this host alone", () => {
  expect(fail(4)).toEqual([null, null, null, null]);
  expect(admit()).toBe("admitted");
  expect(fail(1)).toEqual(["opened"]);
  expect(admit()).toBe("refused");
  expect(circuits.admit(other, clock.now())).toBe("admitted");
});

test("a bank is held off while the circuit of one of its hosts is open", () => {
  expect(circuits.readBanks()).toEqual(new Map());
  circuits.note(other, "reached", clock.now());
  circuits.note({ ...host, host: "second.test" }, "reached", clock.now());
  fail(5);
  expect(circuits.readBanks()).toEqual(
    new Map([
      ["garanti", false],
      ["isbank", true],
    ]),
  );
  circuits.note(host, "reached", clock.now());
  expect(circuits.readBanks().get("isbank")).toBe(false);
});

test("stays closed where the bank was reached in between, or the failures lie far apart", () => {
  fail(4);
  circuits.note(host, "reached", clock.now());
  fail(4);
  expect(admit()).toBe("admitted");
  circuits.note(host, "reached", clock.now());
  fail(12, minutes(2));
  expect(admit()).toBe("admitted");
});

test("lets one trial through after each pause, which doubles up to a minute; the first answer closes it", () => {
  fail(5);
  for (const pause of [10, 20, 40, 60, 60]) {
    clock.advanceMs(seconds(pause) - 1);
    expect(admit()).toBe("refused");
    clock.advanceMs(1);
    expect([admit(), admit()]).toEqual(["trial", "refused"]);
    fail(1);
  }
  clock.advanceMs(seconds(60));
  expect(admit()).toBe("trial");
  expect(circuits.note(host, "reached", clock.now())).toBe("closed");
  expect([admit(), circuits.hasOpen]).toEqual(["admitted", false]);
});

test("lets the next card try when a trial ended without asking the bank, or never ended", () => {
  fail(5);
  clock.advanceMs(seconds(10));
  expect(admit()).toBe("trial");
  circuits.endTrial(host);
  expect([admit(), admit()]).toEqual(["trial", "refused"]);
  clock.advanceMs(seconds(45));
  expect(admit()).toBe("trial");
});

test("a late failure of a call that began before does not lengthen the pause", () => {
  fail(5);
  clock.advanceMs(seconds(9));
  fail(3);
  clock.advanceMs(seconds(1));
  expect(admit()).toBe("trial");
});

test("opens and closes by what other processes have found out, and not by what it knows better", () => {
  const shared = { ...host, reachedAt: null, isHeldOff: true, lastFailureAt: clock.now() };
  expect(circuits.learn(shared, clock.now())).toBe("opened");
  expect(circuits.learn(shared, clock.now())).toBeNull();
  clock.advanceMs(seconds(5));
  expect(circuits.learn({ ...shared, reachedAt: clock.now(), isHeldOff: false }, clock.now())).toBe("closed");
  expect(circuits.learn({ ...shared, lastFailureAt: clock.now() }, clock.now()), "reached since").toBeNull();
  clock.advanceMs(1);
  expect(circuits.learn({ ...shared, lastFailureAt: clock.now() }, clock.now())).toBe("opened");
});

test("never opens where it is off", () => {
  circuits = new Circuits(false);
  fail(20);
  const shared = { ...host, reachedAt: null, isHeldOff: true, lastFailureAt: clock.now() };
  expect([circuits.learn(shared, clock.now()), admit()]).toEqual([null, "admitted"]);
});
