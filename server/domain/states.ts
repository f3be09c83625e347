/**
 * The state tables: the statuses of every kind of record, and every move from one status to another (R4). The code that
 * writes a status asks for the allowed sources (`sourceStates`) and names them in the `where` of its compare-and-set,
 * so a move that is not listed here changes no row, also when two requests race.
 */

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
  /** Why the record moves, as a short text for readers of the tables. */
  readonly when: string;
  /** The webhook event of the move; it is written to the outbox in the transaction of the move. */
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

/** The statuses of a payment (§3.2, D-17). */
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
    { from: "initiated", to: "expired", when: "validity ended, nothing taken", event: "payment.expired" },
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

/** A card attempt: one card on one payment, from the handoff to the bank's final answer (D-17, D-46). */
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
    { from: "started", to: "abandoned", when: "the payment ended without it, or a crash kept its form from leaving" },
    { from: "capturing", to: "captured", when: "the bank approves" },
    { from: "capturing", to: "declined", when: "the bank declines" },
    { from: "capturing", to: "unknown", when: "no readable answer" },
    { from: "unknown", to: "captured", when: "inquiry: the bank has the money" },
    { from: "unknown", to: "declined", when: "inquiry: declined, or not found twice" },
  ],
};

export const linkStates = ["pending", "launched", "initiated", "completed", "expired", "failed", "cancelled"] as const;
export type LinkStatus = (typeof linkStates)[number];

/** The statuses that a link may still leave. A link can be paid in each of them except `initiated`. */
export const openLinkStates = ["pending", "launched", "initiated", "failed"] as const;

/**
 * The statuses of a payment link (§3.1, D-10). Not every occurrence is a move: a link that is `launched` stays
 * `launched` when it is opened again, and one that is `failed` stays `failed` when a card is refused again.
 */
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
      when: "its validity has ended",
      event: "payment_link.expired" as const,
    })),
  ],
};

export const deliveryStates = ["pending", "delivered", "rejected", "exhausted", "dropped"] as const;
export type DeliveryStatus = (typeof deliveryStates)[number];

/** A webhook delivery: one event to one merchant, with all its attempts (§6.4, D-34, D-35). */
export const deliveryTable: StateTable<DeliveryStatus> = {
  name: "delivery",
  initial: "pending",
  states: deliveryStates,
  moves: [
    { from: "pending", to: "delivered", when: "answered 2xx" },
    { from: "pending", to: "rejected", when: "answered 4xx" },
    { from: "pending", to: "exhausted", when: "the sixth attempt failed" },
    { from: "pending", to: "dropped", when: "the next attempt would come later than a day after the first" },
    { from: "rejected", to: "delivered", when: "sent again manually, answered 2xx" },
    { from: "exhausted", to: "delivered", when: "sent again manually, answered 2xx" },
    { from: "dropped", to: "delivered", when: "sent again manually, answered 2xx" },
  ],
};

export const refundStates = ["pending", "approved", "declined"] as const;
export type RefundStatus = (typeof refundStates)[number];

/** The statuses of a refund (§3.3, D-26). */
export const refundTable: StateTable<RefundStatus> = {
  name: "refund",
  initial: "pending",
  states: refundStates,
  moves: [
    { from: "pending", to: "approved", when: "the bank has done it", event: "refund.approved" },
    { from: "pending", to: "declined", when: "the bank has not done it", event: "refund.declined" },
  ],
};

/**
 * A money return: the bank had taken money for a payment that had already ended as not paid, and the money is sent back
 * (D-72). Its moves have no event, because it is not a refund of the merchant's.
 */
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

/**
 * A request in the panel for a refund that needs a second person's approval (S32). `sent` is final here: from then on
 * the outcome is the status of the refund.
 */
export const refundRequestTable: StateTable<RefundRequestStatus> = {
  name: "refund request",
  initial: "waiting",
  states: refundRequestStates,
  moves: [
    { from: "waiting", to: "sent", when: "a second person approves, and the refund begins" },
    { from: "waiting", to: "failed", when: "a second person approves, but the refund is no longer possible" },
    { from: "waiting", to: "rejected", when: "a second person refuses" },
    { from: "waiting", to: "withdrawn", when: "the person who asked for it takes it back" },
    { from: "waiting", to: "expired", when: "no decision was made in time" },
  ],
};

export const correctionStates = ["waiting", "approved", "rejected"] as const;
export type CorrectionStatus = (typeof correctionStates)[number];

/** A correction of the books, which one member of staff proposes and another one approves (D-75). */
export const correctionTable: StateTable<CorrectionStatus> = {
  name: "correction",
  initial: "waiting",
  states: correctionStates,
  moves: [
    { from: "waiting", to: "approved", when: "a second member of staff agrees" },
    { from: "waiting", to: "rejected", when: "a second member of staff disagrees" },
  ],
};

export const changeStates = ["waiting", "approved", "rejected", "withdrawn"] as const;
export type ChangeStatus = (typeof changeStates)[number];

/** A change in the back-office that needs two people (D-67). */
export const changeTable: StateTable<ChangeStatus> = {
  name: "change",
  initial: "waiting",
  states: changeStates,
  moves: [
    { from: "waiting", to: "approved", when: "a second member of staff agrees" },
    { from: "waiting", to: "rejected", when: "a second member of staff disagrees" },
    { from: "waiting", to: "withdrawn", when: "the proposer takes it back" },
  ],
};

export const payoutStates = ["prepared", "approved", "sent", "paid_out", "failed", "withdrawn"] as const;
export type PayoutStatus = (typeof payoutStates)[number];

/** A payout: what one account is paid on one business day (D-39, D-392). */
export const payoutTable: StateTable<PayoutStatus> = {
  name: "payout",
  initial: "prepared",
  states: payoutStates,
  moves: [
    { from: "prepared", to: "approved", when: "two members of staff agree" },
    { from: "prepared", to: "withdrawn", when: "it is not to be paid so, and its settlements wait again" },
    { from: "approved", to: "sent", when: "its file is handed to the bank" },
    { from: "approved", to: "failed", when: "the bank does not accept it", event: "payout.failed" },
    { from: "sent", to: "paid_out", when: "the account has received the money", event: "payout.paid_out" },
    { from: "sent", to: "failed", when: "it came back", event: "payout.failed" },
  ],
};

/** Returns the move from one status to another, or null when the table does not list it. */
export function findMove<S extends string>(table: StateTable<S>, from: S, to: S): Move<S> | null {
  return table.moves.find((move) => move.from === from && move.to === to) ?? null;
}

/** Lists the statuses from which a record may move to `to`, for the `where` of a compare-and-set. */
export const sourceStates = <S extends string>(table: StateTable<S>, to: S): S[] =>
  table.moves.filter((move) => move.to === to).map((move) => move.from);

/** Lists the statuses that no move leaves. */
export const finalStates = <S extends string>(table: StateTable<S>): S[] =>
  table.states.filter((state) => !table.moves.some((move) => move.from === state));
