import { expect } from "@playwright/test";
import { bankLedger, type LedgerOrder, wholeBankLog } from "../support/controls";
import type { WebhookReceiver } from "../support/webhook-receiver";
import type { LinkOrder, Order } from "./buyers";
import type { Records } from "./records";

/**
 * Expects that the bank captured and refunded exactly what is on record, for each order and to the kuruş, and that it
 * received one capture call per payment.
 */
export async function expectLedgerToAgree(records: Records): Promise<void> {
  const ledger = await bankLedger();
  const expected = await records.bankOrders();
  expect(sorted(ledger.orders.map(inWords))).toEqual(sorted(expected.map(inWords)));
  const sum = (of: "captured" | "voided" | "credited") => expected.reduce((total, order) => total + order[of], 0);
  const [captured, voided, credited] = [sum("captured"), sum("voided"), sum("credited")];
  expect(ledger).toMatchObject({ captured, voided, credited });
  const log = await wholeBankLog();
  const asked = log.filter(({ operation }) => operation === "capture");
  expect(repeated(asked.map(({ orderId }) => orderId)), "orders captured more than once").toEqual([]);
  const strange = log.filter(({ operation }) => !operations.includes(operation));
  expect(strange, "operations of the bank that the product has no use for").toEqual([]);
}

/** The operations that refunds, captures and looks at both need, and those of PosNet's way to the bank and back. */
const operations: readonly string[] = ["capture", "credit", "history", "inquire", "void", "prepare", "resolve"];

/** Expects that the bank was asked in each way in which it can be asked at the default terminal. */
export async function expectEveryOperation(): Promise<void> {
  const asked = new Set((await wholeBankLog()).map(({ operation }) => operation));
  expect(sorted([...asked])).toEqual(["capture", "credit", "history", "inquire", "void"]);
}

const inWords = ({ orderId, captured, voided, credited }: LedgerOrder): string =>
  `${orderId}: ${captured} captured, ${voided} voided, ${credited} credited`;

/**
 * Expects that the outcome of every payment, refund and link has reached its merchant under one delivery id with the
 * same bytes each time, and that no other event arrived.
 */
export async function expectAllReportedOnce(records: Records, receivers: readonly WebhookReceiver[]): Promise<void> {
  const deliveries = await records.deliveries();
  const payments = [...(await records.payments())].map(([code, { status }]) => `payment.${status} ${code}`);
  // There is no event of a link that its merchant has cancelled.
  const ended = [...(await records.links())].filter(([, status]) => status !== "cancelled");
  const links = ended.map(([id, status]) => `payment_link.${status} ${id}`);
  const refunds = (await records.refunds()).map(({ status, paymentCode }) => `refund.${status} ${paymentCode}`);
  const notices = receivers.flatMap((receiver) => receiver.notices);
  const traded = notices.filter(({ event }) => !event.type.startsWith("payout."));
  const bodies = new Set(traded.map(({ body }) => body.toString()));
  const events = [...bodies]
    .map((body) => JSON.parse(body))
    .map(({ id, type, paymentCode, paymentLinkId }) => ({ id, type, subject: paymentCode ?? paymentLinkId }));
  expect(sorted(events.map(({ id, type, subject }) => `${id} ${type} ${subject}`))).toEqual(
    sorted(deliveries.map(({ id, type, subject }) => `${id} ${type} ${subject}`)),
  );
  expect(sorted(events.map(({ type, subject }) => `${type} ${subject}`))).toEqual(
    sorted([...payments, ...refunds, ...links]),
  );
}

/** Expects that every result shown to a link's buyer is true, and that the API shows the link's final status. */
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

/** Expects that a payment takes a card again after a crash, unless the form may have left before it (D-340). */
export async function expectRefusalsDue(records: Records, refused: readonly string[]): Promise<void> {
  const handedOut = await records.handedOut();
  expect(refused.filter((paymentCode) => !handedOut.has(paymentCode))).toEqual([]);
}

/** Expects that every confirmed payment is on record, and that every result shown to its buyer is true. */
export async function expectPromisesKept(records: Records, orders: readonly Order[]): Promise<void> {
  const payments = await records.payments();
  expect(repeated(orders.map(({ paymentCode }) => paymentCode)), "codes issued twice").toEqual([]);
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
