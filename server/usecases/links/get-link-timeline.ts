import { maskPan } from "@/server/domain/card";
import type { AttemptStatus, DeliveryStatus, PaymentStatus } from "@/server/domain/states";
import {
  findTerminalOfLink,
  listDeliveriesOfLink,
  listPaymentsOfLink,
  type PaymentOfLink,
} from "@/server/store/links/link-history";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { computeNet } from "../payments/shared/payment-record";
import { sumRefunded } from "../payments/shared/refundable";
import { getLink } from "./queries";
import type { LinkRecord } from "./shared/link-record";

export interface GetLinkTimelineInput {
  readonly partnerId: PartnerId;
  readonly linkId: string;
  /** Whether the caller may see webhook deliveries. */
  readonly withDeliveries: boolean;
}

/** An event of a link's timeline. Instants in UTC, amounts in kuruş. */
type LinkTimelineEvent =
  | { readonly kind: "created" | "first_opened" | "last_opened"; readonly at: Date }
  | { readonly kind: "ended"; readonly at: Date; readonly status: "completed" | "expired" | "cancelled" }
  | {
      readonly kind: "payment_started";
      readonly at: Date;
      readonly paymentCode: string;
      readonly amountKurus: bigint;
      readonly installment: number;
    }
  | {
      readonly kind: "card";
      readonly at: Date;
      readonly paymentCode: string;
      readonly status: AttemptStatus;
      readonly declineReason: string | null;
      readonly last4: string;
      readonly brand: string | null;
    }
  | {
      readonly kind: "payment_ended";
      readonly at: Date;
      readonly paymentCode: string;
      readonly status: Exclude<PaymentStatus, "initiated">;
      readonly failureCode: string | null;
    }
  | {
      readonly kind: "delivery";
      readonly at: Date;
      readonly deliveryId: string;
      readonly type: string;
      readonly status: DeliveryStatus;
    };

export interface LinkTimeline {
  readonly terminal: { readonly id: string; readonly name: string };
  /** The events, oldest first. */
  readonly events: readonly LinkTimelineEvent[];
  /** The link's payments, newest first. */
  readonly payments: readonly LinkPayment[];
  /** Whether there are older payments, which are not listed. */
  readonly hasOlder: boolean;
}

interface LinkPayment {
  readonly paymentCode: string;
  readonly partnerTxCode: string;
  readonly status: PaymentStatus;
  readonly createdAt: Date;
  readonly installment: number;
  readonly amountKurus: bigint;
  /** The merchant's net after refunds, kuruş; null if nothing was captured. */
  readonly netKurus: bigint | null;
  readonly refundedKurus: bigint;
  /** The first six and last four digits of the card; null if no card was captured. */
  readonly maskedPan: string | null;
}

/** The number of listed payments: anyone who knows a link can start any number of payments on it. */
const paymentCountMax = 50;

/** Returns the timeline of a link from its creation on (§3.1). Throws payment_link_not_found. */
export async function getLinkTimeline(ctx: Ctx, input: GetLinkTimelineInput): Promise<LinkTimeline> {
  const { partnerId, linkId, withDeliveries } = input;
  const link = await getLink(ctx, { partnerId, linkId });
  const [found, { terminal }] = await Promise.all([
    listPaymentsOfLink(ctx.db, linkId, paymentCountMax + 1),
    findTerminalOfLink(ctx.db, linkId),
  ]);
  const payments = found.slice(0, paymentCountMax).reverse();
  const paymentCodes = payments.map(({ id }) => id);
  const deliveries = withDeliveries ? await listDeliveriesOfLink(ctx.db, partnerId, linkId, paymentCodes) : [];
  const events: LinkTimelineEvent[] = [
    ...toLinkEvents(link),
    ...payments.flatMap(toPaymentEvents),
    ...toEndEvents(link, payments),
    ...deliveries.map(({ id, occurredAt, type, status }) => ({
      kind: "delivery" as const,
      at: occurredAt,
      deliveryId: id,
      type,
      status,
    })),
  ];
  return {
    terminal,
    // The sort is stable: events of the same instant keep the order above.
    events: events.sort((a, b) => a.at.getTime() - b.at.getTime()),
    payments: payments.map(toLinkPayment).reverse(),
    hasOlder: found.length > paymentCountMax,
  };
}

function toLinkEvents({ createdAt, firstOpenedAt, lastOpenedAt }: LinkRecord): LinkTimelineEvent[] {
  const isOpenedAgain = firstOpenedAt && lastOpenedAt && lastOpenedAt > firstOpenedAt;
  return [
    { kind: "created", at: createdAt },
    ...(firstOpenedAt ? [{ kind: "first_opened" as const, at: firstOpenedAt }] : []),
    ...(isOpenedAgain ? [{ kind: "last_opened" as const, at: lastOpenedAt }] : []),
  ];
}

function toPaymentEvents(payment: PaymentOfLink): LinkTimelineEvent[] {
  const { id: paymentCode, createdAt, amount, installment, attempts, status, failureCode } = payment;
  const endedAt = payment.capturedAt ?? payment.failedAt ?? payment.expiredAt;
  return [
    { kind: "payment_started", at: createdAt, paymentCode, amountKurus: amount, installment },
    ...attempts.map((attempt) => ({
      kind: "card" as const,
      at: attempt.createdAt,
      paymentCode,
      status: attempt.status,
      declineReason: attempt.declineReason,
      last4: attempt.cardLast4,
      brand: attempt.cardBrand,
    })),
    ...(status === "initiated" || !endedAt
      ? []
      : [{ kind: "payment_ended" as const, at: endedAt, paymentCode, status, failureCode }]),
  ];
}

/**
 * Returns the event of the link's end. A final state was the last change of a link; an expiry is dated by its due
 * instant, not by when it was recorded. A link with a captured payment is completed, even if its row was read just
 * before that.
 */
function toEndEvents(link: LinkRecord, payments: readonly PaymentOfLink[]): LinkTimelineEvent[] {
  const capturedAt = payments.find(({ status }) => status === "captured")?.capturedAt;
  if (capturedAt) return [{ kind: "ended", at: capturedAt, status: "completed" }];
  if (link.status === "expired") return [{ kind: "ended", at: link.expiresAt, status: "expired" }];
  if (link.status === "cancelled") return [{ kind: "ended", at: link.updatedAt, status: "cancelled" }];
  return [];
}

const toLinkPayment = (payment: PaymentOfLink): LinkPayment => {
  const { id, partnerTxCode, status, createdAt, installment, amount, cardBin } = payment;
  return {
    paymentCode: id,
    partnerTxCode,
    status,
    createdAt,
    installment,
    amountKurus: amount,
    netKurus: payment.commissionAmount === null ? null : computeNet(payment, payment.commissionAmount).netAmount,
    refundedKurus: sumRefunded(payment),
    maskedPan: cardBin === null ? null : maskPan(cardBin, payment.cardLast4 ?? ""),
  };
};
