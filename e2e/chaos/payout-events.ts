import { expect } from "@playwright/test";
import type { Dice } from "../crash/dice";
import type { Records } from "../crash/records";
import type { Shop } from "../crash/refunding";
import { sendWebhook } from "../support/controls";
import { repeatSteadily } from "./steady";

/**
 * Sends the events of payouts at a steady rate. The sandbox makes them, about payouts that do not exist, because no
 * people pay out in this run; they take the way of every other event.
 */
export function startPayoutEvents(shops: readonly Shop[], dice: Dice, perSecond: number) {
  const confirmed: string[] = [];
  const send = async (n: number): Promise<void> => {
    const shop = shops[n % shops.length] as Shop;
    const type = dice.falls(0.8) ? "payout.paid_out" : "payout.failed";
    const id = await sendWebhook(shop.merchant.partner, type).catch(() => null);
    if (id !== null) confirmed.push(id);
  };
  return { confirmed, ...repeatSteadily(perSecond, send) };
}

/**
 * Expects that each event of a payout has reached its merchant with the same bytes each time, those among them whose
 * creation was confirmed, and that no other one arrived.
 */
export async function expectPayoutEvents(
  records: Records,
  shops: readonly Shop[],
  confirmed: readonly string[],
): Promise<void> {
  const bodies = new Map<string, Set<string>>();
  for (const { event, body } of shops.flatMap(({ receiver }) => receiver.notices)) {
    if (!event.type.startsWith("payout.")) continue;
    bodies.set(event.id, (bodies.get(event.id) ?? new Set()).add(body.toString()));
  }
  const onRecord = await records.payoutDeliveries();
  expect([...bodies.keys()].sort()).toEqual([...onRecord].sort());
  expect(confirmed.filter((id) => !bodies.has(id))).toEqual([]);
  expect([...bodies].filter(([, different]) => different.size !== 1)).toEqual([]);
}
