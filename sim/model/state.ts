import type { Dossier, KnownPayment, ReadCall } from "./dossier";
import type { Facts } from "./history";
import type { LinkRecord, LinkStatus, PaymentStatus, RefundStatus } from "./records";

/** The state of the reference model: what exists at one point of a history. It is immutable. */

export interface RefundState {
  readonly id: string;
  readonly code: string;
  readonly amount: number;
  readonly status: RefundStatus;
}

export interface PaymentState {
  readonly code: string;
  readonly account: string;
  /** The order code with its account. */
  readonly order: string;
  /** What equal requests share (§4.5.1); null for a link's payment, which is never replayed. */
  readonly terms: string | null;
  readonly linkId: string | null;
  /** `released`: it failed or expired, and no answer of the history shows which. */
  readonly status: PaymentStatus | "released";
  readonly amount: number | null;
  readonly refunds: readonly RefundState[];
  /** The movements of chargebacks that were booked, by their places in `Facts.charges`, ascending. */
  readonly charges: readonly number[];
}

export interface LinkState {
  readonly id: string;
  readonly account: string;
  readonly status: LinkStatus;
}

export interface State {
  readonly payments: readonly PaymentState[];
  readonly links: readonly LinkState[];
}

export const emptyState: State = { payments: [], links: [] };

/** A part of a call that takes effect at one point between `from` and `to`. */
export interface Event {
  readonly source: ReadCall;
  readonly ask:
    | { readonly kind: "call" }
    /** The outcome of a started refund, which its answer shows after it began. */
    | { readonly kind: "settled"; readonly refundId: string; readonly status: RefundStatus }
    /** One link in a list; null where the list does not contain it, although its fixed filters fit. */
    | { readonly kind: "listed"; readonly linkId: string; readonly link: LinkRecord | null };
  readonly from: number;
  readonly to: number;
  /** Whether the event was answered. The others may never happen. */
  readonly isCertain: boolean;
  /** The event of the same call that comes before it. */
  readonly after: Event | null;
}

/** One possible answer in a state, in words, whether the given answer is this one, and the state after it. */
export interface Outcome {
  readonly says: string;
  readonly fits: boolean;
  readonly next: State;
}

/** What the model may look up: what never changes, and the facts that the simulator knows. */
export interface World {
  readonly dossier: Dossier;
  readonly facts: Facts;
  readonly payments: ReadonlyMap<string, KnownPayment>;
  /** The final statuses that were shown by the end of the history that is looked at. */
  findEnd(subject: string): string | null;
}

/**
 * @param dossier what is known of the whole history, so that every record has its name from the beginning
 * @param shown what the answers say that the search has to explain
 */
export const openWorld = (dossier: Dossier, shown: Dossier, facts: Facts): World => ({
  dossier,
  facts,
  payments: new Map(dossier.listPayments().map((code) => [code, dossier.findPayment(code)])),
  findEnd: (subject) => (shown.find(subject, "end") as string | undefined) ?? null,
});

const isActive = ({ status }: PaymentState): boolean => status === "initiated" || status === "captured";

/** Returns the payment that holds an order code (§4.5.1). */
export const findHolder = (state: State, order: string): PaymentState | undefined =>
  state.payments.find((payment) => payment.order === order && isActive(payment));

const replaceIn = <T>(list: readonly T[], old: T, next: T): readonly T[] =>
  list.map((each) => (each === old ? next : each));

export const replacePayment = (state: State, old: PaymentState, next: PaymentState): State => ({
  payments: replaceIn(state.payments, old, next),
  links: state.links,
});

export const replaceLink = (state: State, old: LinkState, status: LinkStatus): State => ({
  payments: state.payments,
  links: replaceIn(state.links, old, { id: old.id, account: old.account, status }),
});

/** Adds a payment in the order of the codes, so that equal states have one form. */
export const addPayment = (state: State, payment: PaymentState): State => ({
  payments: [...state.payments, payment].sort((a, b) => (a.code < b.code ? -1 : 1)),
  links: state.links,
});

export const dropPayment = (state: State, payment: PaymentState): State => ({
  payments: state.payments.filter((each) => each !== payment),
  links: state.links,
});

export const addRefund = (state: State, payment: PaymentState, refund: RefundState): State => {
  const refunds = [...payment.refunds, refund].sort((a, b) => (a.id < b.id ? -1 : 1));
  return replacePayment(state, payment, { ...payment, refunds });
};

export const sumRefunds = ({ refunds }: PaymentState, status: RefundStatus): number =>
  refunds.reduce((sum, refund) => (refund.status === status ? sum + refund.amount : sum), 0);

/** Adds up what chargebacks have taken of a payment and not given back, kuruş. */
export const sumCharges = ({ charges }: PaymentState, { facts }: World): number =>
  charges.reduce((sum, place) => sum + (facts.charges?.[place]?.amountKurus ?? 0), 0);

/** Returns the outcome of a refusal: nothing changes, and the answer has this code. */
export const refuse = (state: State, { source }: Event, code: string): Outcome => ({
  says: `a refusal with ${code}`,
  fits: source.reply.code === code,
  next: state,
});
