import type { Catalogues } from "@/messages/catalogues";
import type { ChargebackStatus } from "@/server/domain/chargebacks/chargeback-states";
import type { PaymentSource } from "@/server/domain/payments/payment-filters";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import type {
  AttemptStatus,
  DeliveryStatus,
  LinkStatus,
  PaymentStatus,
  PayoutStatus,
  RefundRequestStatus,
  RefundStatus,
} from "@/server/domain/states";
import type { StateTone } from "../../ui/state";

/** The states that the panel and the back-office show. Their words are in the catalogue `shared.states`. */
interface States {
  readonly payment: PaymentStatus;
  readonly link: LinkStatus;
  readonly refund: RefundStatus;
  /** A refund that needs the approval of a second user. */
  readonly refundRequest: RefundRequestStatus;
  /** How much of a payment was refunded. `none` and `pending` appear only in filters. */
  readonly refunded: "none" | "pending" | "partial" | "full";
  readonly delivery: DeliveryStatus;
  readonly payout: PayoutStatus;
  readonly chargeback: ChargebackStatus;
  /** An attempt: one card on a payment. */
  readonly attempt: AttemptStatus;
  readonly source: PaymentSource;
  readonly method: RefundMethod;
}

export type StateKind = keyof States;
export type StateValue<K extends StateKind> = States[K];

/** The key of a state's word in the catalogue `shared`. */
export type StateKey = { readonly [K in StateKind]: `states.${K}.${StateValue<K>}` }[StateKind];

type Words = Catalogues["shared"]["states"];

/** The tone of each state's dot. */
export const stateTones: { readonly [K in StateKind]: Readonly<Record<StateValue<K>, StateTone>> } = {
  payment: { initiated: "info", captured: "good", failed: "bad", expired: "quiet" },
  link: {
    pending: "info",
    launched: "info",
    initiated: "info",
    completed: "good",
    expired: "quiet",
    failed: "bad",
    cancelled: "quiet",
  },
  refund: { pending: "warn", approved: "good", declined: "bad" },
  refundRequest: {
    waiting: "warn",
    sent: "good",
    failed: "bad",
    rejected: "bad",
    withdrawn: "quiet",
    expired: "quiet",
  },
  refunded: { none: "quiet", pending: "warn", partial: "warn", full: "quiet" },
  delivery: { pending: "warn", delivered: "good", rejected: "bad", exhausted: "bad", dropped: "bad" },
  payout: { prepared: "info", approved: "info", sent: "info", paid_out: "good", failed: "bad", withdrawn: "quiet" },
  chargeback: { open: "warn", contested: "info", accepted: "quiet", won: "good", lost: "bad" },
  attempt: {
    preparing: "info",
    started: "info",
    capturing: "info",
    unknown: "warn",
    captured: "good",
    declined: "bad",
    rejected: "bad",
    not_started: "bad",
    not_authenticated: "bad",
    abandoned: "quiet",
  },
  source: { api: "quiet", panel: "quiet", payment_link: "quiet" },
  method: { void: "quiet", credit: "quiet" },
} satisfies {
  // The compiler refuses a word in the catalogue for a state that does not exist.
  readonly [K in keyof Words]: Readonly<Record<keyof Words[K], StateTone>>;
};
