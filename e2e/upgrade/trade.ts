import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { ledgerRules } from "@/server/store/ledger/verify";
import { Records } from "../crash/records";
import { payOverHttp } from "../support/buyer";
import { bankLedger, type LedgerOrder } from "../support/controls";
import { payLink } from "../support/link-buyer";
import { type CreatedPayment, type Link, Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";
import { WebhookReceiver } from "../support/webhook-receiver";

/** How long a webhook may take, ms. A delivery that fails once comes after half a minute. */
const webhookMaxMs = 60_000;

/** What `/v1` shows of everything that was done, by its path. */
type Books = ReadonlyMap<string, Record<string, unknown>>;

/** A merchant who trades with whichever release runs. Every step fails when an answer or an event is not right. */
export class Trade {
  readonly #merchant = new Merchant(sandbox.apiUrl, demo);
  readonly #refunder = new Refunder(this.#merchant);
  /** The paths of `/v1` at which everything that was done can be looked up. */
  readonly #paths: string[] = [];

  private constructor(private readonly receiver: WebhookReceiver) {}

  static async open(): Promise<Trade> {
    return new Trade(await WebhookReceiver.open(demo));
  }

  /** Begins a payment whose buyer comes later. */
  begin(): Promise<CreatedPayment> {
    return this.#merchant.created();
  }

  /** Takes a payment from the buyer's card to its capture. */
  async pay(begun?: CreatedPayment): Promise<string> {
    const payment = begun ?? (await this.begin());
    expect((await payOverHttp(payment)).headers.location).toContain("result=success");
    await this.#note(`/v1/payments/${payment.paymentCode}`, payment.paymentCode, "payment.captured");
    return payment.paymentCode;
  }

  /** Gives back the whole of a payment. */
  async refund(paymentCode: string): Promise<void> {
    const refundId = await this.#refunder.expect("approved", paymentCode, "automatic");
    await this.#note(`/v1/refunds/${refundId}`, paymentCode, "refund.approved");
  }

  /** Creates a link whose buyer comes later. */
  beginLink(): Promise<Link> {
    return this.#merchant.createdLink();
  }

  async payLink(begun?: Link): Promise<void> {
    const link = begun ?? (await this.beginLink());
    expect((await payLink(link)).status).toBe(303);
    await this.#note(`/v1/payment-links/${link.id}`, link.id, "payment_link.completed");
  }

  /** Does each thing once: a payment, a refund of another one, a paid link. */
  async everything(): Promise<void> {
    await this.pay();
    await this.refund(await this.pay());
    await this.payLink();
  }

  /** Trades without a pause until it is ended; then returns how many payments were taken, and the longest in ms. */
  keepPaying() {
    let isOver = false;
    const times: number[] = [];
    const trading = (async () => {
      while (!isOver) {
        const start = performance.now();
        await this.pay();
        times.push(performance.now() - start);
      }
    })();
    return async () => {
      isOver = true;
      await trading;
      return { payments: times.length, longestMs: Math.round(Math.max(...times)) };
    };
  }

  /** Reads everything that was done so far by its path, as the running release shows it. */
  async readBooks(): Promise<Books> {
    const books = new Map<string, Record<string, unknown>>();
    for (const path of this.#paths) {
      const answer = await this.#merchant.get(path);
      expect(answer.status, `${path}: ${answer.text}`).toBe(200);
      books.set(path, answer.json());
    }
    return books;
  }

  /** Expects that the running release shows all of this; it may add fields. @returns how many records were compared */
  async expectBooks(former: Books): Promise<number> {
    const present = await this.readBooks();
    for (const [path, record] of former) expect(present.get(path), path).toMatchObject(record);
    return former.size;
  }

  /** Expects that the bank has exactly what is on record, and the ledger too. @returns the captured sum in kuruş */
  async expectBankToAgree(databaseUrl: string): Promise<number> {
    const records = await Records.open(databaseUrl);
    try {
      const { orders, captured } = await bankLedger();
      const inOrder = (list: readonly LedgerOrder[]) =>
        list
          .map(({ orderId, captured, voided, credited }) => ({ orderId, captured, voided, credited }))
          .sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
      expect(inOrder(orders)).toEqual(inOrder(await records.bankOrders()));
      expect(await records.findings(ledgerRules)).toEqual([]);
      return captured;
    } finally {
      await records.close();
    }
  }

  async close(): Promise<void> {
    await this.receiver.close();
  }

  /** Notes what was done, and waits for its webhook. */
  async #note(path: string, subject: string, type: string): Promise<void> {
    this.#paths.push(path);
    const isThere = () => this.receiver.about(subject).some(({ event }) => event.type === type);
    for (const until = Date.now() + webhookMaxMs; !isThere(); await sleep(25)) {
      if (Date.now() > until) throw new Error(`The webhook ${type} of ${subject} did not arrive.`);
    }
  }
}
