import type { DeclineReason, Operation, Outcome } from "@/server/banks/bank";
import { columnText, hostReasons, tableOf } from "@/server/banks/host-codes";
import { type Answer, notUnderstood } from "./answer";

type Asked = Extract<Operation, { kind: "prepare" | "capture" | "void" | "credit" }>;

/**
 * What a refusal (`approved` 0) means. All of the bank's systems answer with the same word, and only a code tells
 * which of them spoke: one that is not known to be final may come from around the host, and is doubtful (rule 6).
 */
export function refusalOf(asked: Asked, answer: Answer): Outcome {
  const { code } = answer;
  if (code === null) return notUnderstood;
  const reason = reasonOf(asked, code) ?? (isSetUpError(answer) ? setUpReason(asked) : null);
  return reason === null ? notUnderstood : { kind: "declined", reason, bankCode: columnText(code) };
}

function reasonOf(asked: Asked, code: string): DeclineReason | null {
  const own = byOperation[asked.kind].get(code);
  if (own !== undefined) return own;
  if (code === "0012" || code === "0015" || code === "0057") return termsRefused(asked, code);
  return byCode.get(code) ?? null;
}

/** The bank says the same of installments that it does not allow and of a card or shop that may not do this. */
const termsRefused = (asked: Asked, code: "0012" | "0015" | "0057"): DeclineReason => {
  if ("order" in asked && asked.order.installment > 1) return "installment_not_allowed";
  return code === "0015" ? "bank_error" : "not_permitted_online";
};

/**
 * The shop is not set up, or its request is not in form: no host was asked, and the card is not to blame.
 * `0150` is said of packets and, in these words, of an address that the bank does not know.
 */
export const isSetUpError = ({ code, message }: Answer): boolean =>
  code !== null &&
  (setUpCodes.has(code) || /^E\d{3}$/.test(code) || (code === "0150" && /\bMID\b/i.test(message ?? "")));

/** `0003` would be an issuer's code as well: here it is said of addresses that are not on the bank's list. */
const setUpCodes: ReadonlySet<string> = new Set(["0003", "0146", "0147", "0148", "0600"]);

/** Before the bank's page it costs the buyer no attempt; of a call that moves money it is a refusal, and final. */
const setUpReason = ({ kind }: Asked): DeclineReason | null => (kind === "prepare" ? null : "bank_error");

/** Of what the browser brought the bank says that it is not genuine: its packets, or the mac over the order. */
export const isForgedPacket = (answer: Answer): boolean =>
  answer.code === "E216" || answer.code === "0600" || (answer.code === "0150" && !isSetUpError(answer));

/** No order of this id, or no transaction of it. */
export const notFoundCode = "0123";

type Reasons = ReadonlyMap<string, DeclineReason>;

const byOperation: Readonly<Record<Asked["kind"], Reasons>> = {
  /** Nothing is charged yet: an order's id that is taken is no doubt about money. */
  prepare: tableOf({ "0127": "duplicate_order" }),
  capture: tableOf({}),
  void: tableOf({
    "0122": "nothing_to_void",
    [notFoundCode]: "nothing_to_void",
    "0200": "bank_error",
    "0211": "nothing_to_void",
    "0220": "nothing_to_void",
    "0229": "nothing_to_void",
    "0370": "nothing_to_void",
  }),
  credit: tableOf({
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

/** The host's codes with two zeros before them, but for "try again" (09), and the gateway's own that are final. */
const byCode: Reasons = new Map([
  ...[...hostReasons].filter(([code]) => code !== "09").map(([code, why]) => [`00${code}`, why] as const),
  ...tableOf({
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
