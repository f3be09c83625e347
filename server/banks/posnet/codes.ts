import type { Operation, Outcome } from "@/server/banks/bank";
import {
  type CodeTable,
  finalHostCodes,
  findReason,
  hostCodes,
  toCodeTable,
  toColumnText,
} from "@/server/banks/host-codes";
import { toBankMessage } from "@/server/banks/redaction/bank-message";
import type { BankRefusal } from "@/server/domain/banks/decline";
import { type Answer, notUnderstood } from "./answer";

type RefusableOperation = Extract<Operation, { kind: "prepare" | "capture" | "void" | "credit" }>;

/**
 * Reads a refusal (`approved` 0). All systems of the bank refuse with the same word, and only the code shows which of
 * them answered (B-4.4). A code that is not known to be final may come from a system around the host, so the outcome is
 * unknown (R6).
 */
export function decodeRefusal(operation: RefusableOperation, answer: Answer): Outcome {
  const { code, message } = answer;
  if (code === null) return notUnderstood;
  const reason = findRefusal(operation, code) ?? (isSetUpError(answer) ? setUpReason(operation) : null);
  if (reason === null) return notUnderstood;
  return { kind: "declined", reason, bankCode: toColumnText(code), ...toBankMessage(message) };
}

function findRefusal(operation: RefusableOperation, code: string): BankRefusal | null {
  const own = findReason(code, operationCodes[operation.kind]);
  if (own !== undefined) return own;
  if (isAboutTerms(code) && "order" in operation && operation.order.installment > 1) return "installment_not_accepted";
  return findReason(code, refusalCodes) ?? null;
}

/** Returns whether the bank has the code both for installments and for cards or shops that are not permitted. */
const isAboutTerms = (code: string): boolean => code === "0012" || code === "0015" || code === "0057";

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
const setUpReason = ({ kind }: RefusableOperation): BankRefusal | null => (kind === "prepare" ? null : "bank_setup");

/** Returns whether the bank refuses the packets of the return, or the mac over the order, as not genuine. */
export const isForgedPacket = (answer: Answer): boolean =>
  answer.code === "E216" || answer.code === "0600" || (answer.code === "0150" && !isSetUpError(answer));

/** The bank has no order of this id, or no transaction of it. */
export const notFoundCode = "0123";

/** The codes that mean something else, or are final, for one operation only. */
export const operationCodes: Readonly<Record<RefusableOperation["kind"], CodeTable>> = {
  /** Nothing is charged yet, so a used order id leaves no doubt about money. */
  prepare: toCodeTable({ "0127": ["duplicate", "public sample", "order id used"] }),
  capture: toCodeTable({}),
  void: toCodeTable({
    "0122": ["nothing_to_void", "practice", "nothing found to void"],
    [notFoundCode]: ["nothing_to_void", "public sample", "original not found"],
    "0200": ["reversal_refused", "practice", "invalid transaction"],
    "0211": ["nothing_to_void", "practice", "the day is closed"],
    "0220": ["nothing_to_void", "public sample", "already voided"],
    "0229": ["nothing_to_void", "practice", "cannot be voided"],
    "0370": ["nothing_to_void", "practice", "already credited"],
  }),
  credit: toCodeTable({
    "0122": ["reversal_refused", "practice", "nothing found to credit"],
    [notFoundCode]: ["reversal_refused", "public sample", "original not found"],
    "0200": ["reversal_refused", "practice", "invalid transaction"],
    "0205": ["amount_exceeds_remaining", "public sample", "amount"],
    "0220": ["amount_exceeds_remaining", "public sample", "already voided"],
    "0370": ["amount_exceeds_remaining", "practice", "already credited"],
    "0411": ["day_not_closed", "practice", "not booked yet"],
    "0450": ["amount_exceeds_remaining", "practice", "more than is left"],
  }),
};

/** The final codes of the gateway, and what codes of the host mean at this bank. */
export const ownCodes = toCodeTable({
  "0012": ["closed_to_internet", "practice", "invalid transaction, mostly closed to the internet"],
  "0013": ["amount_not_accepted", "practice", "invalid amount"],
  "0030": ["bank_unavailable", "practice", "the bank could not process it"],
  "0053": ["invalid_card", "practice", "no such account"],
  "0058": ["bank_setup", "public sample", "not permitted to the terminal"],
  "0059": ["suspected_fraud", "practice", "suspected fraud"],
  "0129": ["suspected_fraud", "practice", "card on the bank's list"],
  "0205": ["amount_not_accepted", "public sample", "amount"],
  "0217": ["lost_or_stolen", "practice", "lost or stolen card"],
  "0232": ["card_limit_exceeded", "practice", "limit of the card"],
});

/**
 * The refusals that are final: the host's codes with two zeros before them, except 09 ("try again"), and `ownCodes`.
 * A code that is not in the table leaves the outcome open.
 */
export const refusalCodes: CodeTable = new Map([
  ...[...hostCodes]
    .filter(([code]) => finalHostCodes.has(code) && code !== "09")
    .map(([code, row]) => [`00${code}`, row] as const),
  ...ownCodes,
]);
