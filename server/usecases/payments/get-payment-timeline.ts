import { AppError } from "@/server/domain/errors";
import { listMoneyReturnsOfPayment } from "@/server/store/captures/money-returns";
import { listApprovedCorrections } from "@/server/store/corrections/corrections";
import {
  listAttemptsOfPayment,
  listDeliveriesAbout,
  listKeyNames,
  listPeople,
  listRefundRequestsOfPayment,
} from "@/server/store/payments/payment-history";
import { findPayment } from "@/server/store/payments/payments";
import { listRefundsOfPayment } from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import type { TimelineEvent } from "./shared/timeline-event";
import {
  findPaymentEnd,
  toAttemptEvents,
  toCorrectionEvents,
  toDeliveryEvents,
  toPaymentEvents,
  toRefundEvents,
  toRefundRequestEvents,
  toReturnEvents,
} from "./shared/to-timeline-events";

export interface GetPaymentTimelineInput {
  readonly partnerId: PartnerId;
  readonly paymentCode: string;
  /** Whether the caller may see webhook deliveries. */
  readonly withDeliveries: boolean;
}

/**
 * Returns the timeline events of a payment, oldest first: its cards, its refunds, and its webhook deliveries. The
 * number of queries does not depend on the number of events. Throws payment_not_found.
 */
export async function getPaymentTimeline(
  ctx: Ctx,
  { partnerId, paymentCode, withDeliveries }: GetPaymentTimelineInput,
): Promise<TimelineEvent[]> {
  const payment = await findPayment(ctx.db, partnerId, paymentCode);
  if (!payment) throw new AppError("payment_not_found");
  const [attempts, refunds, requests, returns, corrections] = await Promise.all([
    listAttemptsOfPayment(ctx.db, paymentCode),
    listRefundsOfPayment(ctx.db, paymentCode),
    listRefundRequestsOfPayment(ctx.db, paymentCode),
    listMoneyReturnsOfPayment(ctx.db, paymentCode),
    listApprovedCorrections(ctx.db, paymentCode),
  ]);
  const isLinks = payment.status === "captured" && payment.linkId !== null;
  const about = [paymentCode, ...refunds.map(({ id }) => id), ...(isLinks ? [payment.linkId ?? ""] : [])];
  const userIds = requests.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy ?? requestedBy]);
  const keyIds = refunds.flatMap(({ apiKeyId }) => apiKeyId ?? []);
  const [deliveries, people, keys] = await Promise.all([
    withDeliveries ? listDeliveriesAbout(ctx.db, partnerId, about) : [],
    userIds.length > 0 ? listPeople(ctx.db, partnerId, userIds) : [],
    keyIds.length > 0 ? listKeyNames(ctx.db, partnerId, keyIds) : [],
  ]);
  const keyNames = new Map(keys.map(({ id, name }) => [id, name]));
  const names = new Map(people.map(({ id, name, email }) => [id, name || email]));
  const events = [
    ...toPaymentEvents(payment),
    ...attempts.flatMap((attempt, at) => toAttemptEvents(attempt, at + 1, findPaymentEnd(payment))),
    ...requests.flatMap((request) => toRefundRequestEvents(request, names)),
    ...refunds.toReversed().flatMap((refund) => toRefundEvents(refund, keyNames)),
    ...returns.flatMap(toReturnEvents),
    ...corrections.flatMap(toCorrectionEvents),
    ...deliveries.flatMap((delivery) => toDeliveryEvents(delivery, ctx.clock.now())),
  ];
  return events.sort((a, b) => a.at.getTime() - b.at.getTime() || rankKind(a) - rankKind(b));
}

/** Events of the same instant are sorted in the order of cause and effect. */
const rankKind = ({ kind }: TimelineEvent): number => kindsInOrder.indexOf(kind);
const kindsInOrder: readonly TimelineEvent["kind"][] = [
  "created",
  "card_entered",
  "card_refused",
  "returned",
  "capture_sent",
  "capture_unknown",
  "card_ended",
  "ended",
  "refund_requested",
  "refund_decided",
  "refund_started",
  "refund_unknown",
  "refund_ended",
  "money_return_started",
  "money_return_unknown",
  "money_return_ended",
  "corrected",
  "delivery_attempted",
  "delivery_planned",
];
