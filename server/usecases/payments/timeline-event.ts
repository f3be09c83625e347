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
interface OfCard {
  readonly number: number;
  readonly maskedPan: string;
  readonly brand: string | null;
}

interface OfRefund {
  readonly refundId: string;
  readonly method: RefundMethod;
  readonly amountKurus: bigint;
}

interface OfReturn {
  readonly method: RefundMethod;
  readonly amountKurus: bigint;
}

/** One thing that happened to a payment, or is about to. Instants UTC, amounts kuruş. */
export type TimelineEvent = { readonly at: Date } & (
  | { readonly kind: "created"; readonly source: PaymentRow["source"] }
  | {
      readonly kind: "ended";
      readonly status: Exclude<PaymentStatus, "initiated">;
      readonly failureCode: string | null;
    }
  | ({ readonly kind: "card_entered"; readonly bank: string | null } & OfCard)
  | ({
      readonly kind: "returned";
      readonly verdict: Verdict;
    } & OfCard)
  | ({ readonly kind: "capture_sent" } & OfCard)
  /** `nextInquiryAt`: when the bank is asked next; null: it is not asked any more. */
  | ({
      readonly kind: "capture_unknown";
      readonly nextInquiryAt: Date | null;
      readonly inquiries: number;
    } & OfCard)
  | ({
      readonly kind: "card_ended";
      readonly status: EndedAttempt;
      readonly declineReason: string | null;
    } & OfCard)
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
  | ({ readonly kind: "refund_asked" } & OfRefund)
  | ({ readonly kind: "refund_unknown"; readonly nextInquiryAt: Date | null } & OfRefund)
  | ({
      readonly kind: "refund_ended";
      readonly status: Exclude<RefundStatus, "pending">;
      readonly failureCode: RefundFailure | null;
    } & OfRefund)
  /** Money that the bank had taken although the payment had ended without it, on its way back to the card (D-72). */
  | ({ readonly kind: "return_asked" } & OfReturn)
  | ({ readonly kind: "return_unknown"; readonly nextInquiryAt: Date | null } & OfReturn)
  | ({ readonly kind: "return_ended"; readonly status: Exclude<RefundStatus, "pending"> } & OfReturn)
  /** An approved correction of the books; the signed change of what went back, or null where the books were right (D-75). */
  | { readonly kind: "corrected"; readonly correctionId: string; readonly backKurus: bigint | null }
  | {
      readonly kind: "told";
      readonly deliveryId: string;
      readonly type: string;
      /** From 1. */
      readonly number: number;
      readonly statusCode: number | null;
      readonly errorClass: string | null;
      readonly byHand: boolean;
    }
  /** The next attempt of a delivery that has not arrived. */
  | {
      readonly kind: "to_be_told";
      readonly deliveryId: string;
      readonly type: string;
      readonly status: DeliveryStatus;
    }
);

export type Verdict = "authenticated" | "not_authenticated" | "refused" | "unresolved";

export type EndedAttempt = Exclude<AttemptStatus, "preparing" | "started" | "capturing" | "unknown">;
