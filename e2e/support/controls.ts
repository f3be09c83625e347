import { expect } from "@playwright/test";
import { type Answer, ask } from "./http";
import { sandbox } from "./product";
import { forgetSessions } from "./session";

/** The controls of the sandbox: clock, settings and banks. */

export interface Fired {
  readonly paymentsExpired: number;
  readonly linksExpired: number;
  readonly deliveriesAttempted: number;
  readonly inquiries: number;
}

interface Moved {
  readonly now: string;
  readonly fired: Fired;
}

export interface BankLogItem {
  readonly at: string;
  readonly protocol: string;
  readonly operation: string;
  readonly orderId: string;
  readonly paymentCode: string | null;
  readonly amount: number | null;
  readonly outcome: string;
  readonly maskedPan: string | null;
}

export interface LedgerOrder {
  readonly orderId: string;
  readonly captured: number;
  readonly voided: number;
  readonly credited: number;
}

export interface Ledger {
  readonly captured: number;
  readonly voided: number;
  readonly credited: number;
  readonly orders: readonly LedgerOrder[];
}

export function control(method: string, target: string, body?: unknown): Promise<Answer> {
  const headers = { Authorization: `Bearer ${sandbox.sandboxKey}`, "Content-Type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return ask(sandbox.apiUrl, target, { method, headers, ...(text !== undefined && { body: text }) });
}

async function controlled<T>(method: string, target: string, body?: unknown): Promise<T> {
  const answer = await control(method, target, body);
  expect(answer.status, `${method} ${target}: ${answer.text}`).toBe(200);
  return answer.json();
}

export const now = async (): Promise<Date> =>
  new Date((await controlled<{ now: string }>("GET", "/sandbox/clock")).now);

export const advance = (advanceSeconds: number): Promise<Moved> => moveClock({ advanceSeconds });

export const setClock = (set: Date): Promise<Moved> => moveClock({ set: set.toISOString() });

function moveClock(by: { advanceSeconds: number } | { set: string }): Promise<Moved> {
  forgetSessions();
  return controlled("POST", "/sandbox/clock", by);
}

/**
 * Moves the clock to shortly before an instant, and lets real time pass it. Moving the clock past it would do the due
 * work, and this is for tests of what the product does before any job has run.
 */
export async function passInRealTime(instant: Date): Promise<void> {
  await setClock(new Date(instant.getTime() - 20));
  await expect.poll(async () => (await now()) >= instant, { intervals: [20] }).toBe(true);
}

export const changePartner = (partnerId: string, changes: object): Promise<Record<string, unknown>> =>
  controlled("PATCH", `/sandbox/partners/${partnerId}`, changes);

export const changeTerminal = (terminalId: string, changes: object): Promise<Record<string, unknown>> =>
  controlled("PATCH", `/sandbox/terminals/${terminalId}`, changes);

export const changeBank = (changes: object): Promise<Record<string, unknown>> =>
  controlled("PATCH", "/sandbox/bank", changes);

/** Resets the banks to their state at the start of a test. */
export const calmBank = (): Promise<Record<string, unknown>> =>
  changeBank({
    latencyMs: 0,
    errorRate: 0,
    down: false,
    refuseSameDayCredit: false,
    operations: ["capture", "void", "credit", "inquire", "history", "prepare"],
  });

/** Lists the calls that the banks received with their outcomes, oldest first. */
export const wholeBankLog = async (): Promise<BankLogItem[]> =>
  (await controlled<{ items: BankLogItem[] }>("GET", "/sandbox/bank/log")).items;

/** Reads the banks' captured and refunded totals (kuruş), in all and by order. */
export const bankLedger = (): Promise<Ledger> => controlled("GET", "/sandbox/bank/ledger");

/** Lists the bank calls of a payment, oldest first. */
export const bankLog = async (paymentCode: string): Promise<BankLogItem[]> =>
  (await wholeBankLog()).filter((item) => item.paymentCode === paymentCode);

/** Reads the captured and refunded amounts of a payment, with one entry per order that the banks know. */
export const bankOrders = async (paymentCode: string): Promise<LedgerOrder[]> => readOrders(await bankLog(paymentCode));

async function readOrders(log: readonly BankLogItem[]): Promise<LedgerOrder[]> {
  const orderIds = new Set(log.map(({ orderId }) => orderId));
  const { orders } = await bankLedger();
  return orders.filter(({ orderId }) => orderIds.has(orderId));
}

/** Expects that the bank has captured exactly this amount (kuruş) once. */
export async function expectTaken(paymentCode: string, amountKurus: number): Promise<void> {
  const log = await bankLog(paymentCode);
  const orders = await readOrders(log);
  expect(orders.map(({ captured }) => captured).filter((captured) => captured > 0)).toEqual([amountKurus]);
  const captures = log.filter(({ operation }) => operation === "capture");
  expect(captures, "capture calls at the bank").toHaveLength(1);
}

/** Expects that the bank has captured nothing. */
export async function expectNothingTaken(paymentCode: string): Promise<void> {
  const orders = await bankOrders(paymentCode);
  expect(orders.reduce((sum, { captured }) => sum + captured, 0)).toBe(0);
}

/** Sends a webhook through the product; returns the delivery's id, or null when the account has no address. */
export async function sendWebhook(
  { partnerId }: { readonly partnerId: string },
  type: "webhook.test" | "payout.paid_out" | "payout.failed" = "webhook.test",
): Promise<string | null> {
  const target = `/sandbox/partners/${partnerId}/webhooks`;
  return (await controlled<{ deliveryId: string | null }>("POST", target, { type })).deliveryId;
}
