import type { RefundFailure, RefundMethod } from "@/server/domain/refunds/refund-policy";
import type {
  AttemptStatus,
  DeliveryStatus,
  PaymentStatus,
  RefundRequestStatus,
  RefundStatus,
} from "@/server/domain/states";
import type { PaymentRow } from "@/server/store/payments/payments";

/** The number of the attempt within the payment (1-based) and the masked card. */
interface EventCard {
  readonly number: number;
  readonly maskedPan: string;
  readonly brand: string | null;
}

interface EventRefund {
  readonly refundId: string;
  readonly method: RefundMethod;
  readonly amountKurus: bigint;
}

interface EventReturn {
  readonly method: RefundMethod;
  readonly amountKurus: bigint;
}

/** An event of a payment's timeline, in the past or planned. Instants in UTC, amounts in kuruş. */
export type TimelineEvent = { readonly at: Date } & (
  | { readonly kind: "created"; readonly source: PaymentRow["source"] }
  | {
      readonly kind: "ended";
      readonly status: Exclude<PaymentStatus, "initiated">;
      readonly failureCode: string | null;
    }
  | ({ readonly kind: "card_entered"; readonly bank: string | null } & EventCard)
  /** The product itself refused the card, before the bank saw it (D-397). */
  | ({ readonly kind: "card_refused"; readonly bank: string | null; readonly declineReason: string } & EventCard)
  | ({
      readonly kind: "returned";
      readonly verdict: Verdict;
    } & EventCard)
  | ({ readonly kind: "capture_sent" } & EventCard)
  /** The outcome of the capture is unknown. `nextInquiryAt` is the time of the next inquiry; null if there is none. */
  | ({
      readonly kind: "capture_unknown";
      readonly nextInquiryAt: Date | null;
      readonly inquiries: number;
    } & EventCard)
  | ({
      readonly kind: "card_ended";
      /** `interrupted`: abandoned after a crash of ours, before the bank's form left (D-340). */
      readonly status: EndedAttempt | "interrupted";
      readonly declineReason: string | null;
      /** The bank's own code and text of a refusal; null where it gave none. */
      readonly bankCode: string | null;
      readonly bankMessage: string | null;
    } & EventCard)
  | {
      readonly kind: "refund_requested";
      readonly requestId: string;
      readonly amountKurus: bigint;
      readonly by: string | null;
      readonly reason: string | null;
    }
  | {
      readonly kind: "refund_decided";
      readonly requestId: string;
      readonly status: Exclude<RefundRequestStatus, "waiting">;
      readonly by: string | null;
    }
  /** `apiKey` is the name of the key with which the refund was started; null in the panel. */
  | ({ readonly kind: "refund_started"; readonly apiKey: string | null } & EventRefund)
  | ({ readonly kind: "refund_unknown"; readonly nextInquiryAt: Date | null } & EventRefund)
  | ({
      readonly kind: "refund_ended";
      readonly status: Exclude<RefundStatus, "pending">;
      readonly failureCode: RefundFailure | null;
    } & EventRefund)
  /** The return of money that the bank had taken although the payment had ended without it (D-72). */
  | ({ readonly kind: "money_return_started" } & EventReturn)
  | ({ readonly kind: "money_return_unknown"; readonly nextInquiryAt: Date | null } & EventReturn)
  | ({ readonly kind: "money_return_ended"; readonly status: Exclude<RefundStatus, "pending"> } & EventReturn)
  /**
   * An approved correction of the books: the signed change of the refunded sum, or null if the books were right (D-75).
   */
  | { readonly kind: "corrected"; readonly correctionId: string; readonly backKurus: bigint | null }
  | {
      readonly kind: "delivery_attempted";
      readonly deliveryId: string;
      readonly type: string;
      /** The number of the delivery's attempt (1-based). */
      readonly number: number;
      readonly statusCode: number | null;
      readonly errorClass: string | null;
      readonly byHand: boolean;
    }
  /** The planned next attempt of a webhook delivery that has not succeeded yet. */
  | {
      readonly kind: "delivery_planned";
      /** The time until the attempt when the timeline was read, by the product's clock, ms. Negative once it is due. */
      readonly inMs: number;
      readonly deliveryId: string;
      readonly type: string;
      readonly status: DeliveryStatus;
    }
);

export type Verdict = "authenticated" | "not_authenticated" | "refused" | "unresolved";

export type EndedAttempt = Exclude<AttemptStatus, "preparing" | "started" | "capturing" | "unknown">;
