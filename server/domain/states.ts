/** Every status in the product moves by a row of these tables and by nothing else (rule 4). */

export type EventType =
  | "payment.captured"
  | "payment.failed"
  | "payment.expired"
  | "refund.approved"
  | "refund.declined"
  | "payout.paid_out"
  | "payout.failed"
  | "payment_link.completed"
  | "payment_link.expired"
  | "webhook.test";

export interface Move<S extends string> {
  readonly from: S;
  readonly to: S;
  /** Why it moves, in words for diagrams and logs. */
  readonly when: string;
  /** The event that the move tells the merchant, written in the same transaction. */
  readonly event?: EventType;
}

export interface StateTable<S extends string> {
  readonly name: string;
  readonly initial: S;
  readonly states: readonly S[];
  readonly moves: readonly Move<S>[];
}

export const paymentStates = ["initiated", "captured", "failed", "expired"] as const;
export type PaymentStatus = (typeof paymentStates)[number];

/** §3.2 and D-17. */
export const paymentTable: StateTable<PaymentStatus> = {
  name: "payment",
  initial: "initiated",
  states: paymentStates,
  moves: [
    { from: "initiated", to: "captured", when: "capture approved", event: "payment.captured" },
    {
      from: "initiated",
      to: "failed",
      when: "3-D Secure failed, capture declined, allowance exhausted",
      event: "payment.failed",
    },
    { from: "initiated", to: "expired", when: "validity over, nothing taken", event: "payment.expired" },
  ],
};

export const attemptStates = [
  "preparing",
  "started",
  "capturing",
  "unknown",
  "captured",
  "declined",
  "rejected",
  "not_started",
  "not_authenticated",
  "abandoned",
] as const;
export type AttemptStatus = (typeof attemptStates)[number];

/** One card on one payment, from the handoff to the bank's last word (D-17, D-46). */
export const attemptTable: StateTable<AttemptStatus> = {
  name: "attempt",
  initial: "preparing",
  states: attemptStates,
  moves: [
    { from: "preparing", to: "started", when: "3-D Secure form handed to the browser" },
    { from: "preparing", to: "rejected", when: "the bank declines the card before 3-D Secure" },
    { from: "preparing", to: "not_started", when: "the bank could not be asked" },
    { from: "preparing", to: "abandoned", when: "the payment ended without it" },
    { from: "started", to: "capturing", when: "authenticated; the intent to capture is on record" },
    { from: "started", to: "not_authenticated", when: "3-D Secure failed or cancelled" },
    { from: "started", to: "abandoned", when: "the payment ended without it" },
    { from: "capturing", to: "captured", when: "the bank approves" },
    { from: "capturing", to: "declined", when: "the bank declines" },
    { from: "capturing", to: "unknown", when: "no readable answer" },
    { from: "unknown", to: "captured", when: "inquiry: the bank has the money" },
    { from: "unknown", to: "declined", when: "inquiry: declined, or not found twice" },
  ],
};

export const linkStates = [
  "pending",
  "launched",
  "initiated",
  "completed",
  "expired",
  "failed",
  "cancelled",
] as const;
export type LinkStatus = (typeof linkStates)[number];

/** States that a link may still leave; all but `initiated` can be paid. */
export const openLinkStates = ["pending", "launched", "initiated", "failed"] as const;

/** §3.1 and D-10. A link that is opened, or refuses a card, in the state in which it is does not move. */
export const linkTable: StateTable<LinkStatus> = {
  name: "payment link",
  initial: "pending",
  states: linkStates,
  moves: [
    { from: "pending", to: "launched", when: "the buyer opens it" },
    { from: "pending", to: "initiated", when: "3-D Secure started" },
    { from: "launched", to: "initiated", when: "3-D Secure started" },
    { from: "failed", to: "initiated", when: "3-D Secure started again" },
    { from: "pending", to: "failed", when: "card refused before 3-D Secure" },
    { from: "launched", to: "failed", when: "card refused before 3-D Secure" },
    { from: "initiated", to: "failed", when: "the attempt ended and took nothing" },
    { from: "initiated", to: "completed", when: "capture approved", event: "payment_link.completed" },
    ...openLinkStates.map((from) => ({ from, to: "cancelled" as const, when: "cancelled by the merchant" })),
    ...openLinkStates.map((from) => ({
      from,
      to: "expired" as const,
      when: "its window is over",
      event: "payment_link.expired" as const,
    })),
  ],
};

export const deliveryStates = ["pending", "delivered", "rejected", "exhausted", "dropped"] as const;
export type DeliveryStatus = (typeof deliveryStates)[number];

/** One event on its way to one merchant (§6.4, D-34, D-35). */
export const deliveryTable: StateTable<DeliveryStatus> = {
  name: "delivery",
  initial: "pending",
  states: deliveryStates,
  moves: [
    { from: "pending", to: "delivered", when: "answered 2xx" },
    { from: "pending", to: "rejected", when: "answered 4xx" },
    { from: "pending", to: "exhausted", when: "the sixth attempt failed" },
    { from: "pending", to: "dropped", when: "a day has passed since the first attempt" },
    { from: "rejected", to: "delivered", when: "sent again by hand, answered 2xx" },
    { from: "exhausted", to: "delivered", when: "sent again by hand, answered 2xx" },
    { from: "dropped", to: "delivered", when: "sent again by hand, answered 2xx" },
  ],
};

export const refundStates = ["pending", "approved", "declined"] as const;
export type RefundStatus = (typeof refundStates)[number];

/** §3.3 and D-26. */
export const refundTable: StateTable<RefundStatus> = {
  name: "refund",
  initial: "pending",
  states: refundStates,
  moves: [
    { from: "pending", to: "approved", when: "the bank has done it", event: "refund.approved" },
    { from: "pending", to: "declined", when: "the bank has not done it", event: "refund.declined" },
  ],
};

/** Money that a bank had taken for a payment which had ended without it, on its way back (D-72). It tells no merchant. */
export const moneyReturnTable: StateTable<RefundStatus> = {
  name: "money return",
  initial: "pending",
  states: refundStates,
  moves: [
    { from: "pending", to: "approved", when: "the bank has given it back" },
    { from: "pending", to: "declined", when: "the bank has not given it back" },
  ],
};

export const refundRequestStates = ["waiting", "sent", "failed", "rejected", "withdrawn", "expired"] as const;
export type RefundRequestStatus = (typeof refundRequestStates)[number];

/** A refund of the panel that wants a second person (S32). What becomes of one that has begun is the refund's to say. */
export const refundRequestTable: StateTable<RefundRequestStatus> = {
  name: "refund request",
  initial: "waiting",
  states: refundRequestStates,
  moves: [
    { from: "waiting", to: "sent", when: "a second person approves, and the refund begins" },
    { from: "waiting", to: "failed", when: "a second person approves what is not possible any more" },
    { from: "waiting", to: "rejected", when: "a second person refuses" },
    { from: "waiting", to: "withdrawn", when: "who asked for it takes it back" },
    { from: "waiting", to: "expired", when: "nobody decided in time" },
  ],
};

export const settlementStates = ["pending", "in_payout", "paid_out", "failed"] as const;
export type SettlementStatus = (typeof settlementStates)[number];

/** What an account is owed or owes, on its way into a payout (D-39, D-77). */
export const settlementTable: StateTable<SettlementStatus> = {
  name: "settlement",
  initial: "pending",
  states: settlementStates,
  moves: [
    { from: "pending", to: "in_payout", when: "its payout is handed to the bank" },
    { from: "in_payout", to: "paid_out", when: "the account has it" },
    { from: "in_payout", to: "failed", when: "its payout came back" },
    { from: "failed", to: "in_payout", when: "it is part of a new payout" },
  ],
};

export const correctionStates = ["waiting", "approved", "rejected"] as const;
export type CorrectionStatus = (typeof correctionStates)[number];

/** A correction of the books, which two people of staff agree on (D-75). */
export const correctionTable: StateTable<CorrectionStatus> = {
  name: "correction",
  initial: "waiting",
  states: correctionStates,
  moves: [
    { from: "waiting", to: "approved", when: "a second person of staff agrees" },
    { from: "waiting", to: "rejected", when: "a second person of staff disagrees" },
  ],
};

export const payoutItemStates = ["prepared", "sent", "paid_out", "failed"] as const;
export type PayoutItemStatus = (typeof payoutItemStates)[number];

/** What one account is paid in a batch (D-39). */
export const payoutItemTable: StateTable<PayoutItemStatus> = {
  name: "payout item",
  initial: "prepared",
  states: payoutItemStates,
  moves: [
    { from: "prepared", to: "sent", when: "handed to the bank" },
    { from: "sent", to: "paid_out", when: "the account has it", event: "payout.paid_out" },
    { from: "sent", to: "failed", when: "it came back", event: "payout.failed" },
  ],
};

/** The move from one state to another, or null when the table has none. */
export function findMove<S extends string>(table: StateTable<S>, from: S, to: S): Move<S> | null {
  return table.moves.find((move) => move.from === from && move.to === to) ?? null;
}

/** The states from which `to` may be reached: what a compare-and-set names in its `where`. */
export const sourcesOf = <S extends string>(table: StateTable<S>, to: S): S[] =>
  table.moves.filter((move) => move.to === to).map((move) => move.from);

/** States with no way out. */
export const finalStates = <S extends string>(table: StateTable<S>): S[] =>
  table.states.filter((state) => !table.moves.some((move) => move.from === state));
