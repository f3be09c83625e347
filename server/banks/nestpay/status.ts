import type { BankReferences, Outcome } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { columnText } from "@/server/banks/host-codes";
import type { Answer } from "./answer";
import { declineReason } from "./codes";

/** The last record of an order, as `ORDERSTATUS` shows it; what is empty or absent is null. */
export interface OrderStatus {
  readonly orderId: string | null;
  /** `CHARGE_TYPE_CD`: S sale, C credit. */
  readonly chargeType: string | null;
  /** `TRANS_STAT`: A authorised, C captured, S settled, V voided, R reversed, D and ERR refused. */
  readonly state: string | null;
  /** Kuruş, where requests have decimals. */
  readonly originalKurus: bigint | null;
  readonly capturedKurus: bigint | null;
  readonly returnCode: string | null;
  readonly references: BankReferences;
  readonly maskedCard: string | null;
  readonly authorisedAt: string | null;
  readonly capturedAt: string | null;
  readonly voidedAt: string | null;
}

/** Reads what an inquiry found. */
export function decodeStatus(orderId: string, answer: Answer): Outcome {
  const status = readStatus(answer);
  if (status === null) return { kind: "unknown", cause: "not_understood" };
  const named = [answer.orderId, status.orderId].filter((id) => id !== null);
  // Only an unknown order comes back without its id.
  const matches = named.every((id) => id === orderId) && (named.length > 0 || status.state === null);
  if (!matches) return { kind: "unknown", cause: "mismatch" };
  return outcomeOf(status, answer) ?? { kind: "unknown", cause: "not_understood" };
}

function outcomeOf(status: OrderStatus, answer: Answer): Outcome | null {
  const found = answer.response === "Approved" && answer.returnCode === "00";
  switch (status.state) {
    case null:
      return isUnknownOrder(answer) ? { kind: "not_found" } : null;
    case "A":
    case "C":
    case "S":
      return found ? paidOf(status) : null;
    // A refused or cancelled credit says nothing about what is left of the sale: its history does.
    case "V":
    case "R":
      return found && status.chargeType === "S" ? { kind: "voided" } : null;
    case "D":
    case "ERR":
      return status.chargeType === "S" ? declinedOf(status) : null;
    default:
      return null;
  }
}

/** A credit is only booked against a sale that was paid; the amount is then the credit's, and nothing names the sale. */
function paidOf(status: OrderStatus): Outcome | null {
  const { capturedKurus, originalKurus } = status;
  if (status.chargeType !== "S" && status.chargeType !== "C") return null;
  // A plain sale shows as authorised for a few seconds, before its captured amount is filled in.
  const amountKurus = status.state === "A" ? capturedKurus || originalKurus : capturedKurus;
  if (!amountKurus) return null;
  if (status.chargeType === "C") return { kind: "paid", amountKurus, references: noReferences };
  const at = readBankTime(status.capturedAt ?? status.authorisedAt);
  return { kind: "paid", amountKurus, references: status.references, at };
}

const noReferences: BankReferences = { authCode: null, rrn: null, transactionId: null };

function declinedOf(status: OrderStatus): Outcome | null {
  // "00" would say that the refused sale was approved.
  if (status.returnCode === "00") return null;
  const bankCode = columnText(status.returnCode ?? status.state ?? "");
  return { kind: "declined", reason: declineReason(null, status.returnCode), bankCode };
}

/** The bank answers for an unknown order with its template of empty values; other errors have none. */
const isUnknownOrder = (answer: Answer): boolean =>
  answer.response === "Declined" &&
  answer.returnCode === "99" &&
  answer.errorCode === null &&
  answer.extra("ORDERSTATUS") !== null;

/** Null when the elements and the tab-separated template beside them contradict each other. */
export function readStatus(answer: Answer): OrderStatus | null {
  const template = readTemplate(answer.extra("ORDERSTATUS") ?? "");
  const contradicted = [...template].some(([name, value]) => (answer.extra(name) ?? value) !== value);
  if (contradicted) return null;
  const read = (name: string): string | null => answer.extra(name) ?? template.get(name) ?? null;
  return {
    orderId: read("ORD_ID"),
    chargeType: read("CHARGE_TYPE_CD"),
    state: read("TRANS_STAT"),
    originalKurus: readKurus(read("ORIG_TRANS_AMT")),
    capturedKurus: readKurus(read("CAPTURE_AMT")),
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

/** `KEY:value` pairs between tabs; empty values are left out. */
const readTemplate = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split("\t")
      .map((pair) => [pair.replace(/:.*/s, "").trim(), pair.replace(/^[^:]*:?/, "").trim()] as const)
      .filter(([, value]) => value !== ""),
  );

/** Whole kuruş; null for anything else. */
export const readKurus = (text: string | null): bigint | null =>
  text !== null && /^\d{1,15}$/.test(text) ? BigInt(text) : null;
