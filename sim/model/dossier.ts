import type { Call, Facts } from "./history";
import { boundValidity, ms } from "./payment-checks";
import type {
  CreatedPayment,
  LinkRecord,
  LinkStatus,
  PaymentRecord,
  RefundItem,
  Reply,
  StartedRefund,
} from "./records";
import { member, textMember } from "./requests";

/** A call with its account and what its answer says. */
export interface ReadCall {
  readonly call: Call;
  readonly account: string;
  readonly reply: Reply;
}

/** Two answers that contradict each other about a value that never changes. */
interface Contradiction {
  readonly subject: string;
  readonly value: string;
  readonly calls: readonly Call[];
}

/** What all answers together say about a payment. */
export interface KnownPayment {
  readonly code: string;
  readonly account: string;
  /** The order code with its account. */
  readonly order: string;
  readonly terms: string | null;
  readonly linkId: string | null;
  /** The number of the call whose answer is its creation; null where no answer is. */
  readonly creation: number | null;
  readonly amount: number | null;
  readonly description: unknown;
  readonly returnUrl: unknown;
  /** The earliest and the latest end of its validity, ms. */
  readonly expiry: { readonly from: number; readonly to: number };
  readonly capturedAt: string | null;
}

/** A value and the call whose answer showed it first; null where it comes from the product's rows. */
interface Shown {
  readonly value: unknown;
  readonly call: Call | null;
}

/** What never changes about the records of a history, gathered from all its answers. */
export class Dossier {
  readonly contradictions: Contradiction[] = [];
  private readonly creators = new Set<number>();
  private readonly values = new Map<string, Map<string, Shown>>();

  constructor(
    calls: readonly ReadCall[],
    private readonly facts: Facts,
  ) {
    for (const each of calls) this.read(each);
    for (const { paymentCode, account, partnerTxCode, linkId, amountKurus: amount } of facts.payments ?? []) {
      this.note(null, paymentCode, { account, partnerTxCode, paymentLinkId: linkId, amount });
      if (linkId === null) continue;
      this.note(null, orderKey(account, partnerTxCode), { link: linkId });
      this.note(null, linkId, { account });
    }
    for (const { linkId, account } of facts.links ?? []) this.note(null, linkId, { account });
  }

  /** Returns a value that never changes, or undefined where no answer shows it. */
  find(subject: string, name: string): unknown {
    return this.values.get(subject)?.get(name)?.value;
  }

  /** Returns the call whose answer showed a value first. */
  findCall(subject: string, name: string): Call | null {
    return this.values.get(subject)?.get(name)?.call ?? null;
  }

  /** Whether the answer of a call shows that it created something. */
  isCreator(callNumber: number): boolean {
    return this.creators.has(callNumber);
  }

  /** Lists the codes of all payments that an answer names. */
  listPayments(): string[] {
    return [...this.values.keys()].filter((subject) => subject.startsWith("pay_"));
  }

  /** Lists the ids of all links that an answer shows. */
  listLinks(): string[] {
    return [...this.values.keys()].filter((subject) => subject.startsWith("pl_"));
  }

  findPayment(code: string): KnownPayment {
    const text = (name: string) => (this.find(code, name) as string | undefined) ?? null;
    return {
      code,
      account: text("account") ?? "",
      order: orderKey(text("account") ?? "", text("partnerTxCode") ?? ""),
      terms: text("terms"),
      linkId: text("paymentLinkId"),
      creation: (this.find(code, "creation") as number | undefined) ?? null,
      amount: (this.find(code, "amount") as number | undefined) ?? null,
      description: this.find(code, "description"),
      returnUrl: this.find(code, "returnUrl"),
      expiry: this.boundExpiry(code),
      capturedAt: text("capturedAt"),
    };
  }

  /** Returns the id of the refund that has a code of an account; null where no answer shows it. */
  findRefundId(account: string, refundCode: string): string | null {
    return (this.find(refundKey(account, refundCode), "refund") as string | undefined) ?? null;
  }

  private boundExpiry(code: string): { from: number; to: number } {
    const exact = this.find(code, "expiresAt") as string | undefined;
    if (exact !== undefined) return { from: ms(exact), to: ms(exact) };
    const creation = this.findCall(code, "creation");
    if (!creation) return { from: 0, to: Number.POSITIVE_INFINITY };
    const bounds = boundValidity(textMember(creation.request, "terminalId"), this.facts);
    return { from: ms(creation.clock.startedAt) + bounds.from, to: ms(creation.clock.endedAt) + bounds.to };
  }

  private read({ call, account, reply }: ReadCall): void {
    const { created, started, payment, refund, refunds = [], link, page } = reply;
    if (created) this.readCreated(call, account, created, reply.status);
    if (started) this.readStarted(call, account, started);
    if (payment) this.readPayment(call, account, payment);
    for (const each of refund ? [refund] : refunds) this.readRefund(call, account, each.paymentCode, each);
    for (const each of link ? [link] : (page?.items ?? [])) this.readLink(call, account, each);
    if (link && call.request.operation === "createPaymentLink") {
      this.note(call, link.id, { creation: call.number, terminalId: textMember(call.request, "terminalId") });
    }
  }

  private readCreated(call: Call, account: string, created: CreatedPayment, status: number): void {
    const { request, number } = call;
    const { paymentCode, paymentRef, handoffUrl } = created;
    const partnerTxCode = textMember(request, "partnerTxCode");
    const terminalId = textMember(request, "terminalId");
    const fixed = { account, partnerTxCode, terms: termsOf(request), source: "api", paymentRef, terminalId };
    this.note(call, paymentCode, fixed);
    this.note(call, `paymentRef ${paymentRef}`, { payment: paymentCode });
    this.note(call, "the handoff", { handoffUrl });
    if (status !== 201) return;
    const description = member(request, "description") ?? null;
    const sent = { amount: member(request, "amount"), returnUrl: member(request, "returnUrl"), description };
    this.note(call, paymentCode, { creation: number, ...sent });
  }

  private readStarted(call: Call, account: string, { refundId, status }: StartedRefund): void {
    const partnerRefundCode = textMember(call.request, "partnerRefundCode");
    const { paymentCode = "" } = call.request.params;
    this.note(call, refundId, { account, partnerRefundCode, paymentCode, creation: call.number });
    this.note(call, refundKey(account, partnerRefundCode), { refund: refundId });
    if (status !== "pending") this.note(call, refundId, { end: status });
  }

  private readPayment(call: Call, account: string, record: PaymentRecord): void {
    const { paymentCode, partnerTxCode, source, paymentLinkId, terminalId, amount, installment, status } = record;
    const { description, returnUrl, createdAt, expiresAt, capturedAt, failedAt, expiredAt } = record;
    const isFinal = status !== "initiated";
    this.note(call, paymentCode, { account, partnerTxCode, source, paymentLinkId, terminalId, installment });
    this.note(call, paymentCode, { description, returnUrl, createdAt, expiresAt });
    // The amount of a link's payment may change with the card until the payment ends (D-144).
    if (isFinal || source !== "payment_link") this.note(call, paymentCode, { amount });
    if (source === "api") this.note(call, paymentCode, { terms: writeTerms(terminalId, amount, installment) });
    if (isFinal) {
      const { failureCode, card, commission } = record;
      this.note(call, paymentCode, { end: status, failureCode, capturedAt, failedAt, expiredAt, card });
      const { rateBps, fixedFee, basis, amount: taken, customerShareAmount } = commission ?? {};
      this.note(call, paymentCode, { commission: [rateBps, fixedFee, basis, taken, customerShareAmount] });
    }
    if (paymentLinkId !== null) {
      this.note(call, paymentLinkId, { account, terminalId, redirectUrl: returnUrl });
      this.note(call, orderKey(account, partnerTxCode), { link: paymentLinkId });
    }
    for (const each of record.refund.items) this.readRefund(call, account, paymentCode, each);
  }

  private readRefund(call: Call, account: string, paymentCode: string, refund: RefundItem): void {
    const { refundId, partnerRefundCode, amount, createdAt, status, method, failureCode, resolvedAt } = refund;
    this.note(call, refundId, { account, paymentCode, partnerRefundCode, amount, createdAt });
    this.note(call, refundKey(account, partnerRefundCode), { refund: refundId });
    if (status !== "pending") this.note(call, refundId, { end: status, method, failureCode, resolvedAt });
  }

  private readLink(call: Call, account: string, link: LinkRecord): void {
    const { id, status, updatedAt: _, firstOpenedAt, lastOpenedAt: __, ...fixed } = link;
    this.note(call, id, { account, ...fixed });
    this.note(call, `link token ${link.token}`, { link: id });
    this.note(call, `link ${link.partnerReference} of ${account}`, { link: id });
    if (firstOpenedAt !== null) this.note(call, id, { firstOpenedAt });
    if (finalLinkStatuses.includes(status)) this.note(call, id, { end: status });
  }

  private note(call: Call | null, subject: string, values: Readonly<Record<string, unknown>>): void {
    const known = this.values.get(subject) ?? new Map<string, Shown>();
    this.values.set(subject, known);
    if (call && "creation" in values) this.creators.add(call.number);
    for (const [name, value] of Object.entries(values)) {
      const before = known.get(name);
      if (!before) known.set(name, { value, call });
      else if (JSON.stringify(before.value) !== JSON.stringify(value)) {
        this.contradictions.push({ subject, value: name, calls: [before.call, call].filter((each) => each !== null) });
      }
    }
  }
}

const finalLinkStatuses: readonly LinkStatus[] = ["completed", "expired", "cancelled"];
export const orderKey = (account: string, partnerTxCode: string): string => `order ${account}/${partnerTxCode}`;
export const refundKey = (account: string, refundCode: string): string => `refund code ${account}/${refundCode}`;

const writeTerms = (terminalId: unknown, amount: unknown, installment: unknown): string =>
  `${terminalId} ${amount} ${installment}`;

/** The part of a creation's body that two equal requests share (§4.5.1). */
export const termsOf = (request: Call["request"]): string =>
  writeTerms(member(request, "terminalId"), member(request, "amount"), member(request, "installment") ?? 1);
