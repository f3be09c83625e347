import { expect, test, vi } from "vitest";
import { createDice } from "../crash/dice";
import type { Answer } from "../support/http";
import type { Merchant } from "../support/merchant";
import { startLooking } from "./looking";

// The real cards are those of a running sandbox.
vi.mock("../support/cards", () => ({ cardWith: () => ({ pan: "" }) }));

/** Looks until each kind of question was asked, and returns the different surprises. */
async function lookAt(read: () => Promise<Pick<Answer, "status" | "text">>): Promise<string[]> {
  const ask = vi.fn(async () => ({ ...(await read()), json: () => ({ status: "initiated" }) }));
  const merchant = { get: ask, installmentOptions: ask } as unknown as Merchant;
  const creations = [{ at: 0, ms: 20, status: 201, code: "pay_1", trouble: null, tries: 1 }];
  const looking = startLooking({ merchant, creations, visits: [], dice: createDice(1) }, 1_000);
  await vi.waitFor(() => expect(ask.mock.calls.length).toBeGreaterThan(30));
  await looking.stop();
  return [...new Set(looking.surprises)].sort();
}

const answered = (status: number) => lookAt(async () => ({ status, text: "said" }));

test.each([404, 429, 500])("%i is a surprise", async (status) => {
  expect(await answered(status)).toEqual([
    `installment options: ${status} said`,
    `list of links: ${status} said`,
    `payment pay_1: ${status} said`,
  ]);
});

test.each([200, 502, 503, 504])("%i is none", async (status) => {
  expect(await answered(status)).toEqual([]);
});

test("a lost answer is none", async () => {
  expect(await lookAt(() => Promise.reject(new Error("socket hang up")))).toEqual([]);
});
