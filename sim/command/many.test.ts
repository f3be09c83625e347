import { expect, test } from "vitest";
import { whole } from "../simulate";
import { describeTroubles } from "./many";
import type { Order } from "./worker";

test("many simulations without a crash, a wait for a lock or a mishap count as a failure of the simulator", () => {
  const usual = { crashes: 30, lockWaits: 200, bankMishaps: 90, repeatedCredits: 4 };
  expect(describeTroubles(50, usual)).toBe(
    "30 crashes, 200 waits for locks, 90 mishaps on the way to banks, 4 credits done twice",
  );
  for (const name of ["crashes", "lockWaits", "bankMishaps"] as const) {
    expect(() => describeTroubles(50, { ...usual, [name]: 0 })).toThrow("too little trouble");
    expect(describeTroubles(3, { ...usual, [name]: 0 })).toMatch(/\b0 /);
  }
});

test("an order of a whole simulation is the same after its way to a worker, which knows no infinity", () => {
  const order: Order = { seed: "7", reduction: whole, keepsTrace: false };
  expect(JSON.parse(JSON.stringify(order))).toEqual(order);
});
