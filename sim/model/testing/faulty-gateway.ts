import type { Answer, Request } from "../history";
import { TinyGateway } from "./tiny-gateway";
import { type Paid, refusal } from "./tiny-records";

/** The mistakes that a faulty gateway can make. It makes one of them, wherever there is an occasion. */
export const faults = [
  "replays any body",
  "never replays",
  "frees the code of a captured payment",
  "forgets a payment",
  "takes a capture back",
  "fails what was captured",
  "answers with the state before",
  "refunds beside a pending refund",
  "refunds too much",
  "accepts a code of a refund twice",
  "refuses what can be refunded",
  "loses a refund",
  "approves what was declined",
  "voids a part",
  "shows payments to others",
  "cancels a paid link",
  "pays a cancelled link",
  "forgets that a link was opened",
  "leaves a link out of a list",
] as const;
type Fault = (typeof faults)[number];

export class FaultyGateway extends TinyGateway {
  private before: Answer | null = null;
  private answers = 0;

  constructor(private readonly fault: Fault) {
    super();
  }

  override answer(account: string, request: Request, now: Date): Answer {
    this.answers += 1;
    if (this.answers % 3 === 0) this.spoilRows();
    const answer = super.answer(account, request, now);
    const isRead = request.operation === "getPayment" && answer.status === 200;
    if (this.fault === "forgets a payment" && isRead) return refusal("payment_not_found");
    if (this.fault === "answers with the state before" && isRead) return this.answerLate(answer);
    if (this.fault === "leaves a link out of a list") leaveOut(answer);
    return answer;
  }

  /** Does to the rows what a lost or wrong update would do. */
  private spoilRows(): void {
    const { payments, links } = this;
    const spoilers: Partial<Record<Fault, () => void>> = {
      "takes a capture back": () => change(payments, "captured", { status: "initiated", endedAt: null }),
      "fails what was captured": () => change(payments, "captured", { status: "failed", refunds: [] }),
      "approves what was declined": () => {
        for (const { refunds } of payments) change(refunds, "declined", { status: "approved" });
      },
      "loses a refund": () => {
        for (const { refunds } of payments) refunds.splice(0, refunds[0]?.status === "approved" ? 1 : 0);
      },
      "cancels a paid link": () => change(links.all, "completed", { status: "launched" }),
      "pays a cancelled link": () => change(links.all, "cancelled", { status: "completed" }),
      "forgets that a link was opened": () => change(links.all, "launched", { status: "pending", openedAt: null }),
    };
    spoilers[this.fault]?.();
  }

  /** Answers a read with what the read before it would have answered, where that is about the same payment. */
  private answerLate(answer: Answer): Answer {
    const { before } = this;
    this.before = structuredClone(answer);
    const isSame = before && readCode(before) === readCode(answer);
    return isSame ? before : answer;
  }

  protected override listOwn(account: string): readonly Paid[] {
    return this.fault === "shows payments to others" ? this.payments : super.listOwn(account);
  }

  protected override findHolder(account: string, order: string): Paid | undefined {
    const holder = super.findHolder(account, order);
    const isFreed = this.fault === "frees the code of a captured payment" && holder?.status === "captured";
    return isFreed || this.fault === "never replays" ? undefined : holder;
  }

  protected override isReplay(holder: Paid, request: Request): boolean {
    return this.fault === "replays any body" || super.isReplay(holder, request);
  }

  protected override refuseRefund(...asked: Parameters<TinyGateway["refuseRefund"]>): string | null {
    const { fault } = this;
    const [payment] = asked;
    const code = super.refuseRefund(...asked);
    const isPending = payment.refunds.some(({ status }) => status === "pending");
    if (fault === "refuses what can be refunded" && code === null) return "payment_not_refundable";
    if (fault === "refunds beside a pending refund" && isPending && code === "refund_in_progress") return null;
    if (fault === "accepts a code of a refund twice" && !isPending && code === "refund_in_progress") return null;
    if (fault === "refunds too much" && code === "refund_amount_exceeds_remaining") return null;
    return fault === "voids a part" && code === "refund_method_not_available" ? null : code;
  }
}

function change(rows: readonly { readonly status: string }[], status: string, values: object): void {
  const row = rows.find((each) => each.status === status);
  if (row) Object.assign(row, values);
}

const readCode = ({ body }: Answer): string => (body as { readonly paymentCode: string }).paymentCode;

function leaveOut({ body }: Answer): void {
  const { items, page } = body as { items?: unknown[]; page?: number };
  if (page === 0 && items) items.pop();
}
