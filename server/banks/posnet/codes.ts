import type { DeclineReason, Operation, Outcome } from "@/server/banks/bank";
import { hostReasons, toColumnText, toReasonTable } from "@/server/banks/host-codes";
import { type Answer, notUnderstood } from "./answer";

type RefusableOperation = Extract<Operation, { kind: "prepare" | "capture" | "void" | "credit" }>;

/**
 * Reads a refusal (`approved` 0). All systems of the bank refuse with the same word, and only the code shows which of
 * them answered (B-4.4). A code that is not known to be final may come from a system around the host, so the outcome is
 * unknown (R6).
 */
export function decodeRefusal(operation: RefusableOperation, answer: Answer): Outcome {
  const { code } = answer;
  if (code === null) return notUnderstood;
  const reason = findReason(operation, code) ?? (isSetUpError(answer) ? setUpReason(operation) : null);
  return reason === null ? notUnderstood : { kind: "declined", reason, bankCode: toColumnText(code) };
}

function findReason(operation: RefusableOperation, code: string): DeclineReason | null {
  const own = byOperation[operation.kind].get(code);
  if (own !== undefined) return own;
  if (code === "0012" || code === "0015" || code === "0057") return reasonForRefusedTerms(operation, code);
  return byCode.get(code) ?? null;
}

/**
 * Returns the reason of codes that the bank uses both for installments and for cards or shops that are not permitted.
 */
const reasonForRefusedTerms = (operation: RefusableOperation, code: "0012" | "0015" | "0057"): DeclineReason => {
  if ("order" in operation && operation.order.installment > 1) return "installment_not_allowed";
  return code === "0015" ? "bank_error" : "not_permitted_online";
};

/**
 * Returns whether the refusal is about the shop's set-up or the form of the request, so no host was asked and the card
 * is not the cause. `0150` is about packets, and with `MID` in its text about a source address that the bank does not
 * know.
 */
const isSetUpError = ({ code, message }: Answer): boolean =>
  code !== null &&
  (setUpCodes.has(code) || /^E\d{3}$/.test(code) || (code === "0150" && /\bMID\b/i.test(message ?? "")));

/**
 * The codes of set-up errors. `0003` is also an issuer's code; this bank uses it for source addresses not on its list.
 */
const setUpCodes: ReadonlySet<string> = new Set(["0003", "0146", "0147", "0148", "0600"]);

/**
 * A set-up error before the bank's page costs the buyer no attempt; for a call that moves money it is a final refusal.
 */
const setUpReason = ({ kind }: RefusableOperation): DeclineReason | null => (kind === "prepare" ? null : "bank_error");

/** Returns whether the bank refuses the packets of the return, or the mac over the order, as not genuine. */
export const isForgedPacket = (answer: Answer): boolean =>
  answer.code === "E216" || answer.code === "0600" || (answer.code === "0150" && !isSetUpError(answer));

/** The bank has no order of this id, or no transaction of it. */
export const notFoundCode = "0123";

type Reasons = ReadonlyMap<string, DeclineReason>;

const byOperation: Readonly<Record<RefusableOperation["kind"], Reasons>> = {
  /** Nothing is charged yet, so a used order id leaves no doubt about money. */
  prepare: toReasonTable({ "0127": "duplicate_order" }),
  capture: toReasonTable({}),
  void: toReasonTable({
    "0122": "nothing_to_void",
    [notFoundCode]: "nothing_to_void",
    "0200": "bank_error",
    "0211": "nothing_to_void",
    "0220": "nothing_to_void",
    "0229": "nothing_to_void",
    "0370": "nothing_to_void",
  }),
  credit: toReasonTable({
    "0122": "bank_error",
    [notFoundCode]: "bank_error",
    "0200": "bank_error",
    "0205": "amount_exceeds_remaining",
    "0220": "amount_exceeds_remaining",
    "0370": "amount_exceeds_remaining",
    "0411": "day_not_closed",
    "0450": "amount_exceeds_remaining",
  }),
};

/** The host's codes with two zeros before them, except 09 ("try again"), and the final codes of the gateway. */
const byCode: Reasons = new Map([
  ...[...hostReasons].filter(([code]) => code !== "09").map(([code, why]) => [`00${code}`, why] as const),
  ...toReasonTable({
    "0013": "bank_error",
    "0030": "issuer_unavailable",
    "0053": "invalid_card",
    "0058": "bank_error",
    "0059": "suspected_fraud",
    "0129": "suspected_fraud",
    "0205": "bank_error",
    "0217": "lost_or_stolen_card",
    "0232": "limit_exceeded",
  }),
]);
