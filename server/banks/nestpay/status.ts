import type { BankReferences, Outcome } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { toColumnText } from "@/server/banks/host-codes";
import { parseWireAmount } from "@/server/domain/money";
import type { Answer } from "./answer";
import { declineReason } from "./codes";

/** The last record of an order, as `ORDERSTATUS` shows it (B-2.7). Empty and absent values are null. */
export interface OrderStatus {
  readonly orderId: string | null;
  /** `CHARGE_TYPE_CD`: `S` for a sale, `C` for a credit. */
  readonly chargeType: string | null;
  /** `TRANS_STAT`: `A` authorised, `C` captured, `S` settled, `V` voided, `R` reversed, `D` and `ERR` refused. */
  readonly state: string | null;
  /** The amount in kuruş; the status writes it as whole kuruş, unlike requests, which write decimals. */
  readonly originalKurus: bigint | null;
  readonly capturedKurus: bigint | null;
  readonly returnCode: string | null;
  readonly references: BankReferences;
  readonly maskedCard: string | null;
  readonly authorisedAt: string | null;
  readonly capturedAt: string | null;
  readonly voidedAt: string | null;
}

/** Reads the answer to an inquiry. */
export function decodeStatus(orderId: string, answer: Answer): Outcome {
  const status = readStatus(answer);
  if (status === null) return { kind: "unknown", cause: "not_understood" };
  const named = [answer.orderId, status.orderId].filter((id) => id !== null);
  // Only the answer for an unknown order may lack the order's id.
  const matches = named.every((id) => id === orderId) && (named.length > 0 || status.state === null);
  if (!matches) return { kind: "unknown", cause: "mismatch" };
  return toOutcome(status, answer) ?? { kind: "unknown", cause: "not_understood" };
}

function toOutcome(status: OrderStatus, answer: Answer): Outcome | null {
  if (status.state === null) return isUnknownOrder(answer) ? { kind: "not_found" } : null;
  const found = answer.response === "Approved" && answer.returnCode === "00";
  // After a credit, in whatever state, the last record is the credit. Only the history then shows the sale (B-2.7).
  if (status.chargeType !== "S") return found ? toSaleNotShown(status) : null;
  switch (status.state) {
    case "A":
    case "C":
    case "S":
      return found ? toPaid(status) : null;
    case "V":
      return found ? { kind: "voided" } : null;
    // The bank has taken back what it could not complete. It may be a second try, so the history decides as for a
    // refusal.
    case "R":
      return found ? { kind: "declined", reason: "bank_unavailable", bankCode: "R" } : null;
    case "D":
    case "ERR":
      return toDeclined(status);
    default:
      return null;
  }
}

const toSaleNotShown = (status: OrderStatus): Outcome => ({
  kind: "unknown",
  cause: isBookedCredit(status) ? "reversal_shown" : "sale_not_shown",
});

const isBookedCredit = (status: OrderStatus): boolean =>
  status.chargeType === "C" && bookedStates.has(status.state ?? "") && hasApprovalCode(status);

/** The states in which a transaction counts; `A` turns into `C` within seconds. */
const bookedStates: ReadonlySet<string> = new Set(["A", "C", "S"]);

const hasApprovalCode = ({ returnCode }: OrderStatus): boolean => returnCode === null || returnCode === "00";

/**
 * Returns the sale as paid. A sale without a captured amount is only authorised, like an open pre-authorisation; a
 * plain sale shows so for a few seconds, and the bank is asked again (B-2.7).
 */
function toPaid(status: OrderStatus): Outcome | null {
  const { capturedKurus, capturedAt, authorisedAt, references } = status;
  if (!capturedKurus || !hasApprovalCode(status)) return null;
  return { kind: "paid", amountKurus: capturedKurus, references, at: readBankTime(capturedAt ?? authorisedAt) };
}

function toDeclined(status: OrderStatus): Outcome | null {
  // A refused record with the code 00 contradicts itself.
  if (status.returnCode === "00") return null;
  const bankCode = toColumnText(status.returnCode ?? status.state ?? "");
  return { kind: "declined", reason: declineReason(null, status.returnCode), bankCode };
}

/**
 * Returns whether the order is unknown. The bank then sends its template with empty values; other errors have no
 * template.
 */
const isUnknownOrder = (answer: Answer): boolean =>
  answer.response === "Declined" &&
  answer.returnCode === "99" &&
  answer.errorCode === null &&
  answer.extra("ORDERSTATUS") !== null;

/** Reads the status; returns null when the elements of `Extra` and the tab-separated template contradict each other. */
export function readStatus(answer: Answer): OrderStatus | null {
  const template = readTemplate(answer.extra("ORDERSTATUS") ?? "");
  const contradicted = [...template].some(([name, value]) => (answer.extra(name) ?? value) !== value);
  if (contradicted) return null;
  const read = (name: string): string | null => answer.extra(name) ?? template.get(name) ?? null;
  return {
    orderId: read("ORD_ID"),
    chargeType: read("CHARGE_TYPE_CD"),
    state: read("TRANS_STAT"),
    originalKurus: parseWireAmount(read("ORIG_TRANS_AMT"), "kurus"),
    capturedKurus: parseWireAmount(read("CAPTURE_AMT"), "kurus"),
    returnCode: read("PROC_RET_CD"),
    references: {
      authCode: read("AUTH_CODE"),
      rrn: read("HOST_REF_NUM"),
      transactionId: read("TRANS_ID") ?? answer.references.transactionId,
    },
    maskedCard: read("PAN"),
    authorisedAt: read("AUTH_DTTM"),
    capturedAt: read("CAPTURE_DTTM"),
    voidedAt: read("VOID_DTTM"),
  };
}

/** Reads `KEY:value` pairs that are separated by tabs; leaves out empty values. */
const readTemplate = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split("\t")
      .map((pair) => [pair.replace(/:.*/s, "").trim(), pair.replace(/^[^:]*:?/, "").trim()] as const)
      .filter(([, value]) => value !== ""),
  );
