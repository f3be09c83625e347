import { expect } from "@playwright/test";
import type { Cluster } from "../cluster/cluster";
import type { Records } from "../crash/records";
import { settled } from "../crash/settled";
import { bankLedger } from "../support/controls";
import { readPageState } from "../support/link-buyer";
import type { Visit } from "./link-visits";

/** Work that is still due, in rows that the final states of `settled` do not show. */
const due: Readonly<Record<string, string>> = {
  "an attempt with an inquiry, an alert or a recheck due": `
    select id, status, next_inquiry_at, alert_at, recheck_at from attempt
     where coalesce(next_inquiry_at, alert_at, recheck_at) is not null`,
  "a money return that is open or has work due": `
    select id, status, next_inquiry_at, alert_at from money_return
     where status = 'pending' or coalesce(next_inquiry_at, alert_at) is not null`,
  "a delivery with an attempt due": `
    select id, type, status, next_attempt_at from webhook_delivery where next_attempt_at is not null`,
  "a mail that has not been sent": `
    select id, status, next_attempt_at from mail_message where status = 'pending'`,
};

/** Describes what is open or due, for a failure. */
export const listOpen = (records: Records): Promise<string[]> => records.findings({ ...settled, ...due });

export const expectNothingDue = async (records: Records): Promise<void> =>
  expect(await records.findings(due)).toEqual([]);

/**
 * Does what operations.md asks of a person for refunds that stay open: settles the credits that the bank's history
 * cannot show as they are seen at the bank. Returns how many there were.
 */
export async function settleByHand(records: Records, cluster: Cluster): Promise<number> {
  const open = await records.unrecognisableCredits();
  const { orders } = await bankLedger();
  const atBank = new Map(orders.map(({ orderId, credited }) => [orderId, credited]));
  for (const { id, orderId, amount, credited } of open) {
    const difference = (atBank.get(orderId) ?? 0) - credited;
    expect([0, amount], `${id}: what the bank has credited beyond the books`).toContain(difference);
    const outcome = difference === 0 ? "declined" : "approved";
    expect(await cluster.runAdmin("refunds", "settle", id, outcome)).toBe(`${id} has the status ${outcome}.`);
  }
  return open.length;
}

/**
 * Expects for each order of the bank that the merchant's settlements are what the bank holds of it, less the
 * commission, to the kuruş. Returns their sum (kuruş).
 */
export async function expectSettlementsToAgree(records: Records): Promise<number> {
  const byOrder = await records.settledOrders();
  const { orders } = await bankLedger();
  const wrong = orders.flatMap(({ orderId, captured, voided, credited }) => {
    const { net = 0, commission = 0 } = byOrder.get(orderId) ?? {};
    const owed = captured - voided - credited - (voided > 0 ? 0 : commission);
    return net === owed ? [] : [`${orderId}: ${net} settled, ${owed} owed`];
  });
  expect(wrong).toEqual([]);
  const known = new Set(orders.map(({ orderId }) => orderId));
  expect([...byOrder.keys()].filter((orderId) => !known.has(orderId))).toEqual([]);
  return [...byOrder.values()].reduce((sum, { net }) => sum + net, 0);
}

/**
 * Expects that a link has the state that its merchant and its buyer were shown: one success at most, of the card that
 * paid it; cancelled where that was confirmed, and nowhere else; and a page that says whether it is paid.
 */
export async function expectVisitsKept(records: Records, visits: readonly Visit[]): Promise<void> {
  const links = await records.links();
  const wrong: string[] = [];
  for (const { merchant, link, tries, cancellation, mayBeCancelled } of visits) {
    const { status } = await merchant.link(link.id);
    const successes = tries.filter((results) => results.includes("success"));
    const isRight =
      status === links.get(link.id) &&
      successes.length <= (status === "completed" ? 1 : 0) &&
      !successes.some((results) => results.includes("failure")) &&
      (status === "cancelled" ? mayBeCancelled && cancellation !== "refused" : cancellation !== "cancelled") &&
      ((await readPageState(link)) === "paid") === (status === "completed");
    if (!isRight) wrong.push(`${link.id} is ${status}: ${JSON.stringify({ tries, cancellation })}`);
  }
  expect(wrong).toEqual([]);
}
