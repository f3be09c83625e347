import type { Answer, Request } from "../history";
import type { LinkStatus } from "../records";
import { linkEnd, type Paid, refusal, type Shared, toLinkBody } from "./tiny-records";

/** What the links need of the gateway: the payments that are made with them. */
interface Payments {
  readonly payments: readonly Paid[];
  nextId(kind: string): string;
  addPayment(payment: {
    readonly account: string;
    readonly order: string;
    readonly amount: number;
    readonly installment: number;
    readonly now: Date;
  }): Paid;
  end(payment: Paid, status: "captured" | "failed", now: Date, step: number): void;
}

/** The links of the gateway in memory, and what buyers do with them. */
export class TinyLinks {
  readonly all: Shared[] = [];

  constructor(private readonly gateway: Payments) {}

  answer(account: string, { operation, params, body }: Request, now: Date): Answer {
    if (operation === "createPaymentLink") {
      const link = this.add(account, body as Readonly<Record<string, unknown>>, now);
      return { status: 201, body: toLinkBody(link) };
    }
    const link = this.all.find((each) => each.id === params.id && each.account === account);
    if (!link) return refusal("payment_link_not_found");
    if (operation === "cancelPaymentLink") {
      if (link.status === "completed") return refusal("payment_link_already_paid");
      if (link.status === "expired") return refusal("payment_link_expired");
      if (link.status === "cancelled") return refusal("payment_link_cancelled");
      this.close(link, "cancelled", now);
    }
    return { status: 200, body: toLinkBody(link) };
  }

  private add(account: string, body: Readonly<Record<string, unknown>>, now: Date): Shared {
    const before = this.all.filter((link) => link.account === account).at(-1);
    const createdAt = new Date(Math.max(now.getTime(), (before?.createdAt.getTime() ?? 0) + 1));
    const link: Shared = {
      id: this.gateway.nextId("pl"),
      account,
      reference: (before?.reference ?? 0) + 1,
      body,
      status: "pending",
      openedAt: null,
      createdAt,
      updatedAt: createdAt,
      attempts: 0,
    };
    this.all.push(link);
    return link;
  }

  list(account: string, query: Request["query"], { page, size }: { page: number; size: number }): Answer {
    const wanted = query.status === undefined ? null : [query.status].flat();
    const found = this.all
      .filter((link) => link.account === account && (wanted?.includes(link.status) ?? true))
      .reverse()
      .slice(page * size, (page + 1) * size);
    return { status: 200, body: { items: found.map(toLinkBody), page, size, hasMore: found.length === size } };
  }

  expireDue(now: Date): void {
    for (const link of this.all) if (isOpen(link.status) && now >= linkEnd(link)) this.close(link, "expired", now);
  }

  private close(link: Shared, status: LinkStatus, now: Date): void {
    const open = this.findOpen(link);
    if (open) Object.assign(open, { status: "failed", endedAt: now, updatedAt: now });
    Object.assign(link, { status, updatedAt: now });
  }

  private findOpen(link: Shared): Paid | undefined {
    return this.gateway.payments.find(({ linkId, status }) => linkId === link.id && status === "initiated");
  }

  noteEnd({ linkId }: Paid): void {
    const link = this.all.find(({ id }) => id === linkId);
    if (link?.status === "initiated") link.status = "failed";
  }

  open(link: Shared, now: Date): void {
    if (link.status !== "pending") return;
    Object.assign(link, { status: "launched", openedAt: now, updatedAt: now });
  }

  /** A card: the bank's 3-D Secure starts, or the card is refused before it. */
  takeCard(link: Shared, isRefused: boolean, now: Date): void {
    if (!isOpen(link.status) || link.status === "initiated") return;
    this.open(link, now);
    if (!this.findOpen(link)) {
      link.attempts += 1;
      const order = `PL-${link.reference}-${link.attempts}`;
      const { account, body } = link;
      const payment = this.gateway.addPayment({ account, order, amount: Number(body.amount), installment: 1, now });
      payment.linkId = link.id;
      payment.returnUrl = (body.redirectUrl ?? null) as string | null;
    }
    Object.assign(link, { status: isRefused ? "failed" : "initiated", updatedAt: now });
  }

  /** The end of an attempt in 3-D Secure. */
  end(link: Shared, isPaid: boolean, now: Date, step: number): void {
    const open = this.findOpen(link);
    if (link.status !== "initiated" || !open) return;
    this.gateway.end(open, isPaid ? "captured" : "failed", now, step);
    Object.assign(link, { status: isPaid ? "completed" : "failed", updatedAt: now });
  }
}

const isOpen = (status: LinkStatus): boolean =>
  status === "pending" || status === "launched" || status === "initiated" || status === "failed";
