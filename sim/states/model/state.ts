import type {
  AttemptStatus,
  CorrectionStatus,
  LinkStatus,
  PaymentStatus,
  RefundRequestStatus,
  RefundStatus,
} from "@/server/domain/states";

// The state of the composed model: one direct payment or one payment link, with everything that hangs on it, what the
// bank has done, and what the processes have under way. Amounts are halves of the payment.

/** The whole amount of a payment, in halves. */
export const wholeHalves = 2;

/**
 * What a process has under way for a record that calls the bank.
 *
 * - `preparing`: the call before the bank's 3-D Secure page.
 * - `making_form`: the attempt is on record, and the page with the bank's form is being made (D-340).
 * - `form_lost`: the same, but the process is gone.
 * - `asked`: a request that moves money has left, and the bank has not decided.
 * - `done`, `refused`: the bank has decided, and its answer is under way.
 * - `dropped`: the request never reaches the bank.
 * - `orphaned`: like `asked`, but the process that waits for the answer is gone.
 */
export const works = [
  "none",
  "preparing",
  "making_form",
  "form_lost",
  "asked",
  "done",
  "refused",
  "dropped",
  "orphaned",
] as const;
export type Work = (typeof works)[number];

/** What the bank has on record of the sale of an attempt. */
export const saleStates = ["none", "refused", "taken"] as const;
type Sale = (typeof saleStates)[number];

/**
 * When something that waits for an instant is due: now, after the next step of the clock, in the next evening of the
 * bank's day (D-72), or after its next day-end.
 */
export const dueTimes = ["never", "now", "next", "evening", "day_end"] as const;
export type Due = (typeof dueTimes)[number];

export interface Payment {
  readonly status: PaymentStatus;
  /** The number of cards that were refused before 3-D Secure (D-19). */
  readonly cardsRefused: number;
  /** Whether its validity has ended. */
  readonly isDue: boolean;
  /** Whether bank and books contradict each other about it (D-75). */
  readonly isHeld: boolean;
  /** Whether it was begun with another installment count than the first payment of its link. */
  readonly isSingle: boolean;
}

/** The return of money of a payment that ended without it (D-72): one void, or one credit. */
export interface MoneyReturn {
  readonly status: RefundStatus;
  readonly work: Work;
  /** Whether the bank has done it. */
  readonly isDone: boolean;
  /** Whether it was sent. A credit is not while its order's history cannot be read (D-76). */
  readonly isSent: boolean;
  readonly isInquiryDue: boolean;
  readonly wasMissed: boolean;
}

export interface Attempt {
  readonly status: AttemptStatus;
  /** The index of its payment. */
  readonly payment: number;
  readonly work: Work;
  readonly sale: Sale;
  /** Whether the bank is to be asked about its capture. */
  readonly isInquiryDue: boolean;
  /** Whether an inquiry has found nothing once (D-46). */
  readonly wasMissed: boolean;
  /** Whether a step of the clock has passed since it began, or since its capture was sent. */
  readonly isOld: boolean;
  /** Whether the bank's day on which its capture was sent has ended. */
  readonly isDayOver: boolean;
  /** Whether the bank's approval is on record (D-73). */
  readonly isApproved: boolean;
  /** The looks after it was given up (D-72): when the next one is due, and how many clear answers are wanted. */
  readonly look: Due;
  readonly looksWanted: number;
  /** Whether staff were alerted that only a person can end it. */
  readonly isLeftToPerson: boolean;
  readonly voidBack: MoneyReturn | null;
  readonly creditBack: MoneyReturn | null;
}

export interface Refund {
  readonly status: RefundStatus;
  readonly method: "void" | "credit";
  readonly halves: number;
  readonly work: Work;
  /** Whether the bank has done it. */
  readonly isDone: boolean;
  /** Whether it was sent. A credit is not while its order's history cannot be read (D-76). */
  readonly isSent: boolean;
  readonly isInquiryDue: boolean;
  readonly wasMissed: boolean;
  readonly isOld: boolean;
  /** When the bank is asked once more about a refund that ended without its answer (D-159). */
  readonly recheck: Due;
  /** Whether an approved correction has booked it (D-75). */
  readonly isCorrected: boolean;
}

/** A request in the panel that waits for a second person (S32). */
export interface RefundRequest {
  readonly status: RefundRequestStatus;
  readonly halves: number;
  /** Whether its seven days are over. */
  readonly isOver: boolean;
}

export interface State {
  /** The index of the scene in `scenes`. */
  readonly scene: number;
  /** The index of the instant in `instants`. */
  readonly instant: number;
  /** Null for a direct payment. */
  readonly link: LinkStatus | null;
  readonly payments: readonly (Payment | null)[];
  readonly attempts: readonly (Attempt | null)[];
  /** The refunds of the captured payment, in their order. */
  readonly refunds: readonly (Refund | null)[];
  readonly request: RefundRequest | null;
  readonly correction: CorrectionStatus | null;
}

export const newPayment: Payment = {
  status: "initiated",
  cardsRefused: 0,
  isDue: false,
  isHeld: false,
  isSingle: false,
};

export const newAttempt: Attempt = {
  status: "started",
  payment: 0,
  work: "making_form",
  sale: "none",
  isInquiryDue: false,
  wasMissed: false,
  isOld: false,
  isDayOver: false,
  isApproved: false,
  look: "never",
  looksWanted: 0,
  isLeftToPerson: false,
  voidBack: null,
  creditBack: null,
};

export const newMoneyReturn: MoneyReturn = {
  status: "pending",
  work: "asked",
  isDone: false,
  isSent: true,
  isInquiryDue: false,
  wasMissed: false,
};

export const newRefund: Refund = {
  status: "pending",
  method: "credit",
  halves: wholeHalves,
  work: "asked",
  isDone: false,
  isSent: true,
  isInquiryDue: false,
  wasMissed: false,
  isOld: false,
  recheck: "never",
  isCorrected: false,
};

export const newRequest: RefundRequest = { status: "waiting", halves: wholeHalves, isOver: false };
