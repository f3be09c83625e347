import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { payOverHttp } from "./buyer";
import { bankLedger, calmBank, type LedgerOrder, now, setClock, wholeBankLog } from "./controls";
import type { Answer, Ask } from "./http";
import type { Merchant } from "./merchant";
import type { Card, Partner, TerminalName } from "./sandbox";
import { WebhookReceiver } from "./webhook-receiver";

/** The endpoint: the automatic one, or one that forces the method (§4.8). */
export type Way = "automatic" | "void" | "credit";

/** The fields of a refund's record (D-24) that tests read. */
export interface RefundRecord {
  readonly refundId: string;
  readonly partnerRefundCode: string;
  readonly method: "void" | "credit";
  readonly status: "pending" | "approved" | "declined";
  readonly amount: number;
  readonly failureCode: string | null;
  readonly createdAt: string;
  readonly resolvedAt: string | null;
}

/** The fields of a payment's refunds (D-18) that tests read. */
export interface Refunds {
  readonly refund: {
    readonly status: "none" | "partial" | "full";
    readonly refundedAmount: number;
    readonly pendingAmount: number;
    readonly remainingAmount: number;
    readonly items: readonly RefundRecord[];
  };
  readonly refundOptions: {
    readonly void: { readonly available: boolean; readonly reason: string | null; readonly until: string };
    readonly credit: { readonly available: boolean; readonly reason: string | null };
    readonly automaticPartialFrom: string | null;
  };
}

export const newRefundCode = (): string => `refund-${randomUUID()}`;

/** A merchant's server that refunds payments. */
export class Refunder {
  constructor(readonly merchant: Merchant) {}

  /** Creates and pays a payment; returns its code. */
  async captured(card?: Card, changes: object = {}, terminal: TerminalName = "default"): Promise<string> {
    const terminalId = this.merchant.terminal(terminal);
    const payment = await this.merchant.created({ terminalId, ...changes });
    expect((await payOverHttp(payment, card)).headers.location).toContain("result=success");
    return payment.paymentCode;
  }

  /** @param amount in kuruş; the whole remaining amount when missing */
  ask(paymentCode: string, way: Way, amount?: number, code = newRefundCode(), options: Ask = {}): Promise<Answer> {
    const target = `/v1/payments/${paymentCode}/refunds${way === "automatic" ? "" : `/${way}`}`;
    return this.merchant.post({ partnerRefundCode: code, ...(amount && { amount }) }, options, target);
  }

  /** Refunds and expects this status; returns the refund's id. */
  async expect(status: RefundRecord["status"], ...asked: Parameters<Refunder["ask"]>): Promise<string> {
    const answer = await this.ask(...asked);
    expect(answer.status, answer.text).toBe(201);
    const { refundId, ...rest } = answer.json();
    const [, way] = asked;
    expect(rest).toEqual({ method: way === "automatic" ? expect.any(String) : way, status });
    return refundId;
  }

  async record(refundId: string): Promise<RefundRecord> {
    const answer = await this.merchant.get(`/v1/refunds/${refundId}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json();
  }

  async getRefunds(paymentCode: string): Promise<Refunds> {
    return (await this.merchant.payment(paymentCode)) as unknown as Refunds;
  }

  /** Returns the remaining amount of a payment in kuruş. */
  async left(paymentCode: string): Promise<number> {
    return (await this.getRefunds(paymentCode)).refund.remainingAmount;
  }
}

/**
 * Starts each test of a file at noon of a new day with a calm bank, and receives the account's events throughout.
 * @returns a function that returns the receiver, once the tests run
 */
export function receiveFromNoon(account: Partner): () => WebhookReceiver {
  let receiver: WebhookReceiver | undefined;
  test.beforeAll(async () => {
    receiver = await WebhookReceiver.open(account);
  });
  test.beforeEach(async () => {
    await calmBank();
    await setClock(nextNoon(await now()));
  });
  test.afterAll(async () => {
    await calmBank();
    await receiver?.close();
  });
  return () => {
    if (receiver === undefined) throw new Error("The receiver opens before the first test.");
    return receiver;
  };
}

/** Reads the bank orders of these payments in the same order; expects one order for each. */
export async function ordersAtBank(paymentCodes: readonly string[]): Promise<LedgerOrder[]> {
  const [log, { orders }] = [await wholeBankLog(), await bankLedger()];
  return paymentCodes.map((paymentCode) => {
    const ids = new Set(log.filter((item) => item.paymentCode === paymentCode).map((item) => item.orderId));
    const found = orders.filter(({ orderId }) => ids.has(orderId));
    expect(found, `orders of ${paymentCode} at the bank`).toHaveLength(1);
    return found[0] as LedgerOrder;
  });
}

/** Reads the outcomes of the refund calls of each payment at the bank, also when the response was lost. */
export async function outcomesAtBank(
  paymentCodes: readonly string[],
  operation: "void" | "credit",
  count = 1,
): Promise<string[]> {
  const log = (await wholeBankLog()).filter((item) => item.operation === operation);
  return paymentCodes.map((paymentCode) => {
    const items = log.filter((item) => item.paymentCode === paymentCode);
    expect(items, `${operation}s of ${paymentCode} that reached the bank`).toHaveLength(count);
    return items.at(-1)?.outcome ?? "";
  });
}

/** Expects that the bank and the queries agree to the kuruş about every refunded amount. */
export async function expectBooksAgree(refunder: Refunder, paymentCodes: readonly string[]): Promise<void> {
  const orders = await ordersAtBank(paymentCodes);
  for (const [index, paymentCode] of paymentCodes.entries()) {
    const { refund } = await refunder.getRefunds(paymentCode);
    const sumRefunds = (method: "void" | "credit") =>
      refund.items
        .filter((item) => item.method === method && item.status === "approved")
        .reduce((sum, { amount }) => sum + amount, 0);
    expect({ voided: sumRefunds("void"), credited: sumRefunds("credit") }, paymentCode).toEqual({
      voided: orders[index]?.voided,
      credited: orders[index]?.credited,
    });
    expect(refund.refundedAmount).toBe(sumRefunds("void") + sumRefunds("credit"));
  }
}

/** Lists the types of the received refund events of a payment, oldest first. */
export const refundEvents = (receiver: WebhookReceiver, paymentCode: string): string[] =>
  receiver
    .about(paymentCode)
    .map(({ event }) => event.type)
    .filter((type) => type.startsWith("refund."));

/** Waits until these refund events of a payment have arrived, and expects no more for a while. */
export async function expectRefundEvents(
  receiver: WebhookReceiver,
  paymentCode: string,
  ...types: readonly string[]
): Promise<void> {
  await expect.poll(() => refundEvents(receiver, paymentCode)).toEqual(types);
}

/** Returns noon in Istanbul on the next day. */
export const nextNoon = (after: Date): Date => {
  const noon = new Date(after);
  noon.setUTCHours(9, 0, 0, 0);
  return new Date(noon.getTime() + (noon > after ? 0 : 86_400_000));
};
