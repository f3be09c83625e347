import { expect } from "@playwright/test";
import { bankLedger, type LedgerOrder, wholeBankLog } from "../support/controls";
import type { WebhookReceiver } from "../support/webhook-receiver";
import type { LinkOrder, Order } from "./buyers";
import type { Records } from "./records";

/**
 * The bank took and gave back what is on record, order by order and to the kuruş, and nothing else; it was asked for each
 * payment once.
 */
export async function expectLedgerToAgree(records: Records): Promise<void> {
  const ledger = await bankLedger();
  const expected = await records.bankOrders();
  expect(sorted(ledger.orders.map(inWords))).toEqual(sorted(expected.map(inWords)));
  const sum = (of: "captured" | "voided" | "credited") =>
    expected.reduce((total, order) => total + order[of], 0);
  const [captured, voided, credited] = [sum("captured"), sum("voided"), sum("credited")];
  expect(ledger).toMatchObject({ captured, voided, credited });
  const log = await wholeBankLog();
  const asked = log.filter(({ operation }) => operation === "capture");
  expect(repeated(asked.map(({ orderId }) => orderId)), "orders captured more than once").toEqual([]);
  const operations = new Set(log.map(({ operation }) => operation));
  expect(sorted([...operations])).toEqual(["capture", "credit", "history", "inquire", "void"]);
}

const inWords = ({ orderId, captured, voided, credited }: LedgerOrder): string =>
  `${orderId}: ${captured} captured, ${voided} voided, ${credited} credited`;

/**
 * Every payment's, refund's and link's outcome has reached its merchant, under one delivery id; the same bytes each time it came, and
 * nothing came that did not happen.
 */
export async function expectAllToldOnce(
  records: Records,
  receivers: readonly WebhookReceiver[],
): Promise<void> {
  const deliveries = await records.deliveries();
  const payments = [...(await records.payments())].map(([code, { status }]) => `payment.${status} ${code}`);
  const links = [...(await records.links())].map(([id, status]) => `payment_link.${status} ${id}`);
  const refunds = (await records.refunds()).map(
    ({ status, paymentCode }) => `refund.${status} ${paymentCode}`,
  );
  const notices = receivers.flatMap((receiver) => receiver.notices);
  const told = new Set(notices.map(({ body }) => body.toString()));
  const tellings = [...told]
    .map((body) => JSON.parse(body))
    .map(({ id, type, paymentCode, paymentLinkId }) => ({ id, type, subject: paymentCode ?? paymentLinkId }));
  expect(sorted(tellings.map(({ id, type, subject }) => `${id} ${type} ${subject}`))).toEqual(
    sorted(deliveries.map(({ id, type, subject }) => `${id} ${type} ${subject}`)),
  );
  expect(sorted(tellings.map(({ type, subject }) => `${type} ${subject}`))).toEqual(
    sorted([...payments, ...refunds, ...links]),
  );
}

/** A link is paid or not, as its buyer was told; and at its merchant it has the state that it has in the end. */
export async function expectLinksKept(records: Records, orders: readonly LinkOrder[]): Promise<void> {
  const links = await records.links();
  for (const { merchant, link, results } of orders) {
    const { status } = await merchant.link(link.id);
    expect(status).toBe(links.get(link.id));
    const allowed = status === "completed" ? ["success", "pending"] : ["failure", "pending"];
    expect(
      results.filter((result) => !allowed.includes(result)),
      `${link.id} is ${status}`,
    ).toEqual([]);
  }
}

/** What a merchant was answered is on record, and what a buyer's browser was told is what happened. */
export async function expectPromisesKept(records: Records, orders: readonly Order[]): Promise<void> {
  const payments = await records.payments();
  expect(repeated(orders.map(({ paymentCode }) => paymentCode)), "codes given out twice").toEqual([]);
  for (const { merchant, paymentCode, amount, results } of orders) {
    const { status } = await merchant.payment(paymentCode);
    expect({ paymentCode, status, amount }).toEqual({ paymentCode, ...payments.get(paymentCode) });
    const allowed = status === "captured" ? ["success", "pending"] : ["failure", "pending"];
    expect(
      results.filter((result) => !allowed.includes(result)),
      `${paymentCode} is ${status}`,
    ).toEqual([]);
  }
}

export const sorted = (texts: readonly string[]): string[] => [...texts].sort();

export const repeated = (texts: readonly string[]): string[] =>
  texts.filter((text, place) => texts.indexOf(text) !== place);
