import type { AttemptStatus, DeliveryStatus, PaymentStatus } from "@/server/domain/states";
import {
  findTerminalOfLink,
  listDeliveriesOfLink,
  listPaymentsOfLink,
  type PaymentOfLink,
} from "@/server/store/links/link-history";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { netOf } from "../payments/payment-record";
import { sumRefunded } from "../payments/refundable";
import { getLink } from "./get-link";
import type { LinkRecord } from "./link-record";

export interface GetLinkTimelineInput {
  readonly partnerId: PartnerId;
  readonly linkId: string;
  /** Whether whoever asks may know of webhooks. */
  readonly withDeliveries: boolean;
}

/** One thing that happened to a link. Instants UTC, amounts kuruş. */
export type LinkMoment =
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
  /** The first first. */
  readonly moments: readonly LinkMoment[];
  /** Its payments, the last one first. */
  readonly payments: readonly LinkPayment[];
  /** It has older payments, of which nothing is told here. */
  readonly hasOlder: boolean;
}

export interface LinkPayment {
  readonly paymentCode: string;
  readonly partnerTxCode: string;
  readonly status: PaymentStatus;
  readonly createdAt: Date;
  readonly installment: number;
  readonly amountKurus: bigint;
  /** What it leaves the merchant, less what went back; null: nothing was captured. */
  readonly netKurus: bigint | null;
  readonly refundedKurus: bigint;
  /** First six and last four digits; null: no card got as far as the capture. */
  readonly maskedPan: string | null;
}

/** Whoever has a link can begin payments on it without end. */
const paymentsShown = 50;

/** What became of a link from its creation on (§3.1). Throws payment_link_not_found. */
export async function getLinkTimeline(ctx: Ctx, input: GetLinkTimelineInput): Promise<LinkTimeline> {
  const { partnerId, linkId, withDeliveries } = input;
  const link = await getLink(ctx, { partnerId, linkId });
  const [found, { terminal }] = await Promise.all([
    listPaymentsOfLink(ctx.db, linkId, paymentsShown + 1),
    findTerminalOfLink(ctx.db, linkId),
  ]);
  const payments = found.slice(0, paymentsShown).reverse();
  const paymentCodes = payments.map(({ id }) => id);
  const deliveries = withDeliveries
    ? await listDeliveriesOfLink(ctx.db, partnerId, linkId, paymentCodes)
    : [];
  const moments: LinkMoment[] = [
    ...momentsOfLink(link),
    ...payments.flatMap(momentsOfPayment),
    ...endOf(link, payments),
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
    // What happens in one instant is told in the order in which it stands above.
    moments: moments.sort((a, b) => a.at.getTime() - b.at.getTime()),
    payments: payments.map(toLinkPayment).reverse(),
    hasOlder: found.length > paymentsShown,
  };
}

function momentsOfLink({ createdAt, firstOpenedAt, lastOpenedAt }: LinkRecord): LinkMoment[] {
  const isOpenedAgain = firstOpenedAt && lastOpenedAt && lastOpenedAt > firstOpenedAt;
  return [
    { kind: "created", at: createdAt },
    ...(firstOpenedAt ? [{ kind: "first_opened" as const, at: firstOpenedAt }] : []),
    ...(isOpenedAgain ? [{ kind: "last_opened" as const, at: lastOpenedAt }] : []),
  ];
}

function momentsOfPayment(payment: PaymentOfLink): LinkMoment[] {
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
 * A final state is the last thing that changed a link; it expires at its hour, whenever that was written down. A link whose
 * payment has been captured is completed, even if it was read a moment before that.
 */
function endOf(link: LinkRecord, payments: readonly PaymentOfLink[]): LinkMoment[] {
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
    netKurus: payment.commissionAmount === null ? null : netOf(payment, payment.commissionAmount).netAmount,
    refundedKurus: sumRefunded(payment),
    maskedPan: cardBin === null ? null : `${cardBin}******${payment.cardLast4}`,
  };
};
