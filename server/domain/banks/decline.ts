/**
 * Why a card was refused, independent of the bank (D-63, D-396). `three_ds_*` are results of 3-D Secure, `expired`
 * means that 3-D Secure was begun and its time passed, `attempts_exceeded` is a limit of the bank on tries, and
 * `unknown` is a code that no dictionary has.
 */
export const declineReasons = [
  "insufficient_funds",
  "card_limit_exceeded",
  "do_not_honour",
  "lost_or_stolen",
  "restricted_card",
  "expired_card",
  "invalid_card",
  "invalid_security_code",
  "invalid_expiry",
  "closed_to_internet",
  "three_ds_failed",
  "three_ds_cancelled",
  "three_ds_not_enrolled",
  "three_ds_unavailable",
  "suspected_fraud",
  "attempts_exceeded",
  "card_not_accepted",
  "installment_not_accepted",
  "amount_not_accepted",
  "bank_unavailable",
  "bank_setup",
  "duplicate",
  "abandoned",
  "cancelled_by_merchant",
  "expired",
  "unknown",
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** The party that a refusal lies with: `gateway` is this product. */
export const declineParties = ["issuer", "bank", "buyer", "merchant", "gateway"] as const;
export type DeclineParty = (typeof declineParties)[number];

/** The next step: for the buyer, except `fix_setup`, which is the merchant's. */
export const declineAdvices = ["retry_same_card", "other_card", "call_bank", "later", "fix_setup"] as const;
export type DeclineAdvice = (typeof declineAdvices)[number];

/** The only table of the party that each reason lies with, and of what helps (D-63). docs/banks.md prints it. */
export const declineTable: Readonly<
  Record<DeclineReason, { readonly by: DeclineParty; readonly advice: DeclineAdvice }>
> = {
  insufficient_funds: { by: "buyer", advice: "other_card" },
  card_limit_exceeded: { by: "buyer", advice: "other_card" },
  do_not_honour: { by: "issuer", advice: "call_bank" },
  lost_or_stolen: { by: "issuer", advice: "other_card" },
  restricted_card: { by: "issuer", advice: "other_card" },
  expired_card: { by: "buyer", advice: "other_card" },
  invalid_card: { by: "buyer", advice: "retry_same_card" },
  invalid_security_code: { by: "buyer", advice: "retry_same_card" },
  invalid_expiry: { by: "buyer", advice: "retry_same_card" },
  closed_to_internet: { by: "buyer", advice: "call_bank" },
  three_ds_failed: { by: "buyer", advice: "retry_same_card" },
  three_ds_cancelled: { by: "buyer", advice: "retry_same_card" },
  three_ds_not_enrolled: { by: "issuer", advice: "other_card" },
  three_ds_unavailable: { by: "issuer", advice: "later" },
  suspected_fraud: { by: "issuer", advice: "call_bank" },
  attempts_exceeded: { by: "bank", advice: "later" },
  card_not_accepted: { by: "merchant", advice: "other_card" },
  installment_not_accepted: { by: "merchant", advice: "other_card" },
  amount_not_accepted: { by: "merchant", advice: "fix_setup" },
  bank_unavailable: { by: "bank", advice: "later" },
  bank_setup: { by: "merchant", advice: "fix_setup" },
  duplicate: { by: "gateway", advice: "retry_same_card" },
  abandoned: { by: "buyer", advice: "retry_same_card" },
  cancelled_by_merchant: { by: "merchant", advice: "retry_same_card" },
  expired: { by: "buyer", advice: "retry_same_card" },
  unknown: { by: "bank", advice: "other_card" },
};

/** Why a bank refuses a void or credit, beside the reasons of cards. Refund rules depend on the first three. */
export const reversalRefusals = [
  "nothing_to_void",
  "amount_exceeds_remaining",
  "day_not_closed",
  "reversal_refused",
] as const;
export type ReversalRefusal = (typeof reversalRefusals)[number];

/** Everything that a bank's refusal can mean. */
export type BankRefusal = DeclineReason | ReversalRefusal;

/**
 * The names of release 0.1.0. Attempts keep them, and that release may write them while two releases run at once
 * (D-348), so they are read and never rewritten.
 */
const formerNames: ReadonlyMap<string, DeclineReason> = new Map([
  ["lost_or_stolen_card", "lost_or_stolen"],
  ["not_permitted_online", "closed_to_internet"],
  ["limit_exceeded", "card_limit_exceeded"],
  ["issuer_unavailable", "bank_unavailable"],
  ["installment_not_allowed", "installment_not_accepted"],
  ["duplicate_order", "duplicate"],
  ["bank_error", "unknown"],
]);

/** The ends of captures without a refusal: the bank had no answer to them, or a person ended them. */
const endsWithoutRefusal: ReadonlySet<string> = new Set(["not_found", "voided_at_bank", "settled_by_hand"]);

/** Returns the reason of the list by which the bank refused; null for the other texts that an attempt may hold. */
export const findDeclineReason = (stored: string): DeclineReason | null =>
  declineReasons.find((reason) => reason === stored) ?? formerNames.get(stored) ?? null;

/** Returns the reason of the list for what an attempt holds: `unknown` for a text that says nothing about a card. */
export const readDeclineReason = (stored: string): DeclineReason =>
  findDeclineReason(stored) ?? (endsWithoutRefusal.has(stored) ? "bank_unavailable" : "unknown");

/** Returns the given reasons with the former names by which older attempts hold them, for a condition of a query. */
export const withFormerNames = (reasons: readonly DeclineReason[]): readonly string[] => [
  ...reasons,
  ...[...formerNames].filter(([, reason]) => reasons.includes(reason)).map(([name]) => name),
];

/** What a decline is read from, of a payment. */
export interface DeclinedPayment {
  readonly status: string;
  readonly failureCode: string | null;
}

/** What a decline is read from, of an attempt of the payment. */
export interface DeclinedAttempt {
  readonly status: string;
  readonly declineReason: string | null;
  readonly bankCode: string | null;
  readonly bankMessage: string | null;
  readonly startedBy: number | null;
  readonly handedOutAt: Date | null;
}

export interface Decline {
  readonly reason: DeclineReason;
  readonly by: DeclineParty;
  readonly advice: DeclineAdvice;
  /** The bank's own code and text; null where no bank answered. */
  readonly bankCode: string | null;
  readonly bankMessage: string | null;
}

/**
 * Returns why the newest refused or failed card of a payment was refused (D-63): null once the payment is captured, and
 * where no card was refused.
 * @param attempts the payment's attempts, the newest first
 */
export function findDecline(payment: DeclinedPayment, attempts: readonly DeclinedAttempt[]): Decline | null {
  if (payment.status === "captured") return null;
  const refused = attempts.find(isRefused);
  if (!refused) return null;
  const reason = findReason(payment, refused);
  return { reason, ...declineTable[reason], bankCode: refused.bankCode, bankMessage: refused.bankMessage };
}

const refusedStates = ["declined", "rejected", "not_started", "not_authenticated", "abandoned"];

/** Returns whether an attempt was refused or failed; one that a crash of ours interrupted was neither (D-340). */
const isRefused = (attempt: DeclinedAttempt): boolean =>
  refusedStates.includes(attempt.status) && !isInterruptedStart(attempt);

/** Returns whether a crash ended the attempt before anything of it left (D-340). */
export const isInterruptedStart = ({
  status,
  startedBy,
  handedOutAt,
}: Pick<DeclinedAttempt, "status" | "startedBy" | "handedOutAt">): boolean =>
  status === "abandoned" && startedBy !== null && handedOutAt === null;

function findReason(payment: DeclinedPayment, { status, declineReason }: DeclinedAttempt): DeclineReason {
  if (declineReason !== null) return readDeclineReason(declineReason);
  if (status === "not_authenticated") return "three_ds_failed";
  if (status === "not_started") return "bank_unavailable";
  if (status !== "abandoned") return "unknown";
  if (payment.status === "expired" || payment.failureCode === "link_expired") return "expired";
  return payment.failureCode === "link_cancelled" ? "cancelled_by_merchant" : "abandoned";
}

/**
 * Returns whether the product itself refused the card, before any bank saw it (D-397): the refusals of a bank have its
 * code.
 */
export const isRefusedBeforeBank = ({ status, bankCode }: Pick<DeclinedAttempt, "status" | "bankCode">): boolean =>
  status === "rejected" && bankCode === null;

/** The texts of a bank that say that the cardholder ended 3-D Secure. */
const cancelled = /\bcancel|[iİ]ptal|vazge[cç]/i;

/** A failed 3-D Secure as a bank's return shows it (B-2.5, B-15). */
export interface FailedThreeDSecure {
  /** The bank's status; null where the return has none. */
  readonly mdStatus: string | null;
  /** What a code of the bank says, where the return has one besides the status. */
  readonly refusal?: { readonly reason: DeclineReason; readonly bankCode: string };
  readonly bankMessage?: string;
}

/** Returns why 3-D Secure did not succeed: by a code of the bank, else by its status and text. */
export function readThreeDSecureRefusal({ mdStatus, refusal, bankMessage }: FailedThreeDSecure) {
  const status = mdStatus !== null && /^-?\w{1,8}$/.test(mdStatus) ? `mdStatus-${mdStatus}` : null;
  return {
    declineReason: refusal?.reason ?? readThreeDSecureReason(mdStatus, bankMessage ?? ""),
    bankCode: refusal?.bankCode ?? status,
    bankMessage: bankMessage ?? null,
  };
}

function readThreeDSecureReason(mdStatus: string | null, message: string): DeclineReason {
  switch (mdStatus) {
    case "2":
    case "3":
    case "4":
    case "9":
      return "three_ds_not_enrolled";
    case "5":
    case "6":
    case "7":
      return "three_ds_unavailable";
    case "8":
      return "invalid_card";
    default:
      return cancelled.test(message) ? "three_ds_cancelled" : "three_ds_failed";
  }
}
