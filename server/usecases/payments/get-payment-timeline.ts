import { AppError } from "@/server/domain/errors";
import { listMoneyReturnsOf } from "@/server/store/captures/money-returns";
import { listCorrectionsOf } from "@/server/store/corrections/corrections";
import {
  listAttemptsOf,
  listDeliveriesAbout,
  listPeople,
  listRefundRequestsOf,
} from "@/server/store/payments/payment-history";
import { findPayment } from "@/server/store/payments/payments";
import { listRefundsOf } from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import type { TimelineEvent } from "./timeline-event";
import {
  attemptMoments,
  correctionMoments,
  deliveryMoments,
  findPaymentEnd,
  paymentMoments,
  refundMoments,
  requestMoments,
  returnMoments,
} from "./timeline-events";

export interface GetPaymentTimelineInput {
  readonly partnerId: PartnerId;
  readonly paymentCode: string;
  /** Whether whoever asks may know of webhooks. */
  readonly withDeliveries: boolean;
}

/**
 * What happened to a payment, the first first: its cards, its refunds, and what the account was told of it. The same few
 * queries however much that is. Throws payment_not_found.
 */
export async function getPaymentTimeline(
  ctx: Ctx,
  { partnerId, paymentCode, withDeliveries }: GetPaymentTimelineInput,
): Promise<TimelineEvent[]> {
  const payment = await findPayment(ctx.db, partnerId, paymentCode);
  if (!payment) throw new AppError("payment_not_found");
  const [attempts, refunds, requests, returns, corrections] = await Promise.all([
    listAttemptsOf(ctx.db, paymentCode),
    listRefundsOf(ctx.db, paymentCode),
    listRefundRequestsOf(ctx.db, paymentCode),
    listMoneyReturnsOf(ctx.db, paymentCode),
    listCorrectionsOf(ctx.db, paymentCode),
  ]);
  const isLinks = payment.status === "captured" && payment.linkId !== null;
  const about = [paymentCode, ...refunds.map(({ id }) => id), ...(isLinks ? [payment.linkId ?? ""] : [])];
  const userIds = requests.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy ?? requestedBy]);
  const [deliveries, people] = await Promise.all([
    withDeliveries ? listDeliveriesAbout(ctx.db, partnerId, about) : [],
    userIds.length > 0 ? listPeople(ctx.db, partnerId, userIds) : [],
  ]);
  const names = new Map(people.map(({ id, name, email }) => [id, name || email]));
  const moments = [
    ...paymentMoments(payment),
    ...attempts.flatMap((attempt, at) => attemptMoments(attempt, at + 1, findPaymentEnd(payment))),
    ...requests.flatMap((request) => requestMoments(request, names)),
    ...refunds.toReversed().flatMap(refundMoments),
    ...returns.flatMap(returnMoments),
    ...corrections.flatMap(correctionMoments),
    ...deliveries.flatMap(deliveryMoments),
  ];
  return moments.sort((a, b) => a.at.getTime() - b.at.getTime() || orderOf(a) - orderOf(b));
}

/** What happens in one instant is told in the order in which one thing leads to the other. */
const orderOf = ({ kind }: TimelineEvent): number => order.indexOf(kind);
const order: readonly TimelineEvent["kind"][] = [
  "created",
  "card_entered",
  "returned",
  "capture_sent",
  "capture_unknown",
  "card_ended",
  "ended",
  "refund_requested",
  "refund_decided",
  "refund_asked",
  "refund_unknown",
  "refund_ended",
  "return_asked",
  "return_unknown",
  "return_ended",
  "corrected",
  "told",
  "to_be_told",
];
