import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { type Answer, type Ask, ask } from "./http";
import type { Partner, TerminalName } from "./sandbox";

export interface CreatedPayment {
  readonly paymentCode: string;
  readonly status: string;
  readonly paymentRef: string;
  readonly handoffUrl: string;
  readonly idempotentReplay: boolean;
}

/** The fields of D-18 that tests read. */
export interface PaymentRecord {
  readonly paymentCode: string;
  readonly partnerTxCode: string;
  readonly status: "initiated" | "captured" | "failed" | "expired";
  readonly amount: number;
  readonly installment: number;
  readonly failureCode: string | null;
  readonly card: Readonly<Record<string, string | null>> | null;
  readonly commission: Readonly<Record<string, string | number | null>> | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly capturedAt: string | null;
  readonly expiredAt: string | null;
}

/** A payment link as in §2.1. */
export interface Link {
  readonly id: string;
  readonly token: string;
  readonly url: string;
  readonly partnerReference: number;
  readonly status: LinkStatus;
  readonly amount: number;
  readonly customerCommissionShareBps: number;
  readonly description: string | null;
  readonly redirectUrl: string | null;
  readonly firstOpenedAt: string | null;
  readonly lastOpenedAt: string | null;
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly allowedInstallmentCounts: readonly number[] | null;
  readonly items: readonly { readonly name: string; readonly note: string | null; readonly amount: number }[] | null;
  readonly payerName: string | null;
}

type LinkStatus = "pending" | "launched" | "initiated" | "completed" | "expired" | "failed" | "cancelled";

export interface LinkList {
  readonly items: readonly Link[];
  readonly page: number;
  readonly size: number;
  readonly hasMore: boolean;
}

/** Returns an unused order code. */
export const newCode = (): string => `order-${randomUUID()}`;

/** A merchant's server, which calls the API with one of the account's keys. */
export class Merchant {
  constructor(
    private readonly apiUrl: string,
    readonly partner: Partner,
    private readonly key: string = partner.apiKeys[0],
  ) {}

  /** Returns the body of a create call that succeeds, with a test's changes. */
  request(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      amount: 125_050,
      partnerTxCode: newCode(),
      terminalId: this.partner.terminals.default,
      returnUrl: "https://shop.example/return",
      ...changes,
    };
  }

  terminal(name: TerminalName): string {
    return this.partner.terminals[name];
  }

  post(body: unknown, options: Ask = {}, target = "/v1/payments"): Promise<Answer> {
    const text = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
    const headers = { ...this.authorization, "Content-Type": "application/json", ...options.headers };
    return ask(this.apiUrl, target, { ...options, method: "POST", headers, body: text });
  }

  get(target: string, options: Ask = {}): Promise<Answer> {
    return ask(this.apiUrl, target, { ...options, headers: { ...this.authorization, ...options.headers } });
  }

  create(changes: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.post(this.request(changes));
  }

  /** Creates a payment; fails the test if it is refused. */
  async created(changes: Readonly<Record<string, unknown>> = {}): Promise<CreatedPayment> {
    const answer = await this.create(changes);
    expect(answer.status, answer.text).toBe(201);
    return answer.json();
  }

  async payment(paymentCode: string): Promise<PaymentRecord> {
    const answer = await this.get(`/v1/payments/${paymentCode}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json();
  }

  find(partnerTxCode: string): Promise<Answer> {
    return this.get(`/v1/payments?partnerTxCode=${encodeURIComponent(partnerTxCode)}`);
  }

  /**
   * Looks up a card's options by its number or first digits, at the default terminal unless `changes` names another.
   */
  installmentOptions(pan: string, changes: object = {}, options: Ask = {}): Promise<Answer> {
    const body = { bin: pan.slice(0, 8), terminalId: this.partner.terminals.default, ...changes };
    return this.post(body, options, "/v1/installment-options");
  }

  installmentOverview(changes: object = {}, options: Ask = {}): Promise<Answer> {
    const body = { terminalId: this.partner.terminals.default, ...changes };
    return this.post(body, options, "/v1/installment-options/overview");
  }

  /** Returns the body of a link that can be created, with a test's changes. */
  linkRequest(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return { amount: 125_050, terminalId: this.partner.terminals.default, ...changes };
  }

  createLink(changes: Readonly<Record<string, unknown>> = {}, options: Ask = {}): Promise<Answer> {
    return this.post(this.linkRequest(changes), options, "/v1/payment-links");
  }

  /** Creates a link; fails the test if it is refused. */
  async createdLink(changes: Readonly<Record<string, unknown>> = {}): Promise<Link> {
    const answer = await this.createLink(changes);
    expect(answer.status, answer.text).toBe(201);
    return answer.json();
  }

  async link(id: string): Promise<Link> {
    const answer = await this.get(`/v1/payment-links/${id}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json();
  }

  /** @param search the query string including `?`, sent unchanged */
  async links(search = ""): Promise<LinkList> {
    const answer = await this.get(`/v1/payment-links${search}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json();
  }

  cancelLink(id: string, options: Ask = {}): Promise<Answer> {
    return this.get(`/v1/payment-links/${id}`, { ...options, method: "DELETE" });
  }

  private get authorization(): Record<string, string> {
    return { Authorization: `Bearer ${this.key}` };
  }
}
