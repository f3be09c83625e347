import type { Answer, Movement, Request } from "../history";
import { appliedPage, appliedSize, member } from "../requests";
import { TinyLinks } from "./tiny-links";
import { type Back, type Paid, refusal, sumBacks, toCreated, toPaymentBody, toRefundBody } from "./tiny-records";

/**
 * A gateway in memory that answers one request after the other as the contract wants it. The tests take good histories
 * from it. It is written without the model's own code, so that the two can contradict each other.
 */
export class TinyGateway {
  readonly payments: Paid[] = [];
  readonly captures: Movement[] = [];
  readonly refunds: Movement[] = [];
  readonly cards: { paymentCode: string; atStep: number }[] = [];
  readonly links = new TinyLinks(this);
  private count = 0;

  nextId(prefix: string): string {
    this.count += 1;
    return `${prefix}_${String(this.count).padStart(4, "0")}`;
  }

  answer(account: string, request: Request, now: Date): Answer {
    for (const payment of this.payments) this.expireIfDue(payment, now);
    this.links.expireDue(now);
    const { operation, params, query } = request;
    const own = this.listOwn(account);
    const byCode = own.find(({ code }) => code === params.paymentCode);
    const backs = own.flatMap((payment) => payment.refunds.map((back) => ({ payment, back })));
    switch (operation) {
      case "createPayment":
        return this.create(account, request, now);
      case "getPayment":
        return byCode ? { status: 200, body: toPaymentBody(byCode, now) } : refusal("payment_not_found");
      case "findPayment": {
        const holder = own.find(({ order, status }) => order === query.partnerTxCode && isHeld(status));
        return holder ? { status: 200, body: toPaymentBody(holder, now) } : refusal("payment_not_found");
      }
      case "refundPayment":
      case "creditPayment":
      case "voidPayment":
        return byCode ? this.refund(byCode, request, now) : refusal("payment_not_found");
      case "listRefunds":
        return byCode
          ? { status: 200, body: { items: byCode.refunds.map((back) => toRefundBody(byCode, back)).reverse() } }
          : refusal("payment_not_found");
      case "getRefund":
      case "findRefund":
      case "getRefundOfPayment": {
        if (operation === "getRefundOfPayment" && !byCode) return refusal("payment_not_found");
        const found = backs.find(
          ({ back, payment }) =>
            back.id === (params.refundId ?? back.id) &&
            back.code === (query.partnerRefundCode ?? back.code) &&
            payment.code === (params.paymentCode ?? payment.code),
        );
        return found ? { status: 200, body: toRefundBody(found.payment, found.back) } : refusal("refund_not_found");
      }
      case "listPaymentLinks":
        return this.links.list(account, query, { page: appliedPage(query), size: appliedSize(query) });
      default:
        return this.links.answer(account, request, now);
    }
  }

  protected listOwn(account: string): readonly Paid[] {
    return this.payments.filter((payment) => payment.account === account);
  }

  protected findHolder(account: string, order: string): Paid | undefined {
    return this.payments.find((each) => each.account === account && each.order === order && isHeld(each.status));
  }

  protected isReplay(holder: Paid, request: Request): boolean {
    const installment = Number(member(request, "installment") ?? 1);
    return holder.amount === member(request, "amount") && holder.installment === installment && !holder.linkId;
  }

  private create(account: string, request: Request, now: Date): Answer {
    const sent = (name: string) => member(request, name);
    const order = String(sent("partnerTxCode"));
    const holder = this.findHolder(account, order);
    if (holder) {
      const isSame = this.isReplay(holder, request);
      return isSame ? { status: 200, body: toCreated(holder, true) } : refusal("duplicate_partner_tx_code");
    }
    const installment = Number(sent("installment") ?? 1);
    const payment = this.addPayment({ account, order, amount: Number(sent("amount")), installment, now });
    payment.description = (sent("description") ?? null) as string | null;
    payment.returnUrl = String(sent("returnUrl"));
    return { status: 201, body: toCreated(payment, false) };
  }

  addPayment(fields: Pick<Paid, "account" | "order" | "amount" | "installment"> & { now: Date }): Paid {
    const { now, ...fixed } = fields;
    const payment: Paid = {
      ...fixed,
      code: this.nextId("pay"),
      status: "initiated",
      linkId: null,
      description: null,
      returnUrl: null,
      createdAt: now,
      updatedAt: now,
      endedAt: null,
      refunds: [],
    };
    this.payments.push(payment);
    return payment;
  }

  /** Ends a payment; a capture and a failure come from a card. */
  end(payment: Paid, status: "captured" | "failed", now: Date, step: number): void {
    if (payment.status !== "initiated") return;
    this.cards.push({ paymentCode: payment.code, atStep: step });
    if (status === "captured") {
      this.captures.push({ paymentCode: payment.code, amountKurus: payment.amount, atStep: step });
    }
    Object.assign(payment, { status, endedAt: now, updatedAt: now });
  }

  private expireIfDue(payment: Paid, now: Date): void {
    const dueAt = new Date(payment.createdAt.getTime() + 30 * 60_000);
    if (payment.status !== "initiated" || now < dueAt) return;
    Object.assign(payment, { status: "expired", endedAt: dueAt, updatedAt: now });
    this.links.noteEnd(payment);
  }

  private refund(payment: Paid, request: Request, now: Date): Answer {
    const code = String(member(request, "partnerRefundCode"));
    const left = payment.amount - sumBacks(payment, "approved");
    const amount = Number(member(request, "amount") ?? left);
    const refused = this.refuseRefund(payment, request, { code, left, amount });
    if (refused) return refusal(refused);
    const isVoid =
      request.operation === "voidPayment" || (request.operation === "refundPayment" && amount === payment.amount);
    const method = isVoid ? "void" : "credit";
    const back: Back = { id: this.nextId("rf"), code, method, amount, status: "pending", createdAt: now, doneAt: null };
    payment.refunds.push(back);
    return { status: 201, body: { refundId: back.id, method, status: "pending" } };
  }

  protected refuseRefund(
    payment: Paid,
    { operation }: Request,
    { code, left, amount }: { readonly code: string; readonly left: number; readonly amount: number },
  ): string | null {
    const known = this.payments.filter(({ account }) => account === payment.account).flatMap(({ refunds }) => refunds);
    if (known.some((back) => back.code === code)) return "refund_in_progress";
    if (payment.status !== "captured" || left === 0) return "payment_not_refundable";
    if (sumBacks(payment, "pending") > 0) return "refund_in_progress";
    if (amount > left) return "refund_amount_exceeds_remaining";
    if (operation === "voidPayment" && amount !== payment.amount) return "refund_method_not_available";
    return operation === "refundPayment" && amount < left ? "refund_not_yet_available" : null;
  }

  settle(payment: Paid, status: "approved" | "declined", now: Date, step: number): void {
    const back = payment.refunds.find((each) => each.status === "pending");
    if (!back) return;
    const { amount } = back;
    if (status === "approved") this.refunds.push({ paymentCode: payment.code, amountKurus: amount, atStep: step });
    Object.assign(back, { status, doneAt: now });
  }
}

const isHeld = (status: string): boolean => status === "initiated" || status === "captured";
