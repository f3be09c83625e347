import type { BankReferences, Outcome } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { toBankMessage } from "@/server/banks/redaction/bank-message";
import { findChild } from "@/server/banks/wire";
import { parseWireAmount } from "@/server/domain/money";
import { type Answer, isApproved, isDeclined, readTexts } from "./answer";
import { declineReason, gatewayCode, isDoubtful, isNotFound, toBankCode } from "./codes";

/** An order as `orderinq` shows it. Empty and absent values are null. */
export interface OrderStatus {
  /** `APPROVED` for captured, `WAITINGPOSTAUTH` for only held; no other values are published (B-10). */
  readonly state: string | null;
  /** `S` for a sale. */
  readonly chargeType: string | null;
  readonly heldKurus: bigint | null;
  readonly capturedKurus: bigint | null;
  readonly capturedAt: string | null;
  readonly code: string | null;
  readonly reasonCode: string | null;
  readonly systemMessage: string | null;
  readonly installment: string | null;
  readonly maskedCard: string | null;
  readonly references: BankReferences;
}

const notUnderstood: Outcome = { kind: "unknown", cause: "not_understood" };

/**
 * Reads the answer to an inquiry. Voids and refunds do not show reliably (B-3.5): some shops see the sale as `APPROVED`
 * after them, others a state such as `VOID` for both. So the history decides about every record that is not a sale in a
 * published state, and the connector's `hidesReversals` makes it confirm a paid sale. After `VOID` it must show the
 * void or the refund.
 */
export function decodeStatus(answer: Answer): Outcome {
  const status = readStatus(answer);
  // For an unknown order the bank sends no result or one with empty values.
  if (isDeclined(answer) && isNotFound(answer, "inquire"))
    return status === null || status.state === null ? { kind: "not_found" } : notUnderstood;
  if (status === null || status.state === null || !isApproved(answer)) return notUnderstood;
  const isSale = status.chargeType === "S" && saleStates.has(status.state);
  if (!isSale) return { kind: "unknown", cause: isReversal(status) ? "reversal_shown" : "sale_not_shown" };
  return toPaid(status) ?? toDeclined(status) ?? notUnderstood;
}

const isReversal = ({ state, chargeType }: OrderStatus): boolean =>
  state === "VOID" || (chargeType === "C" && state === "APPROVED");

const saleStates: ReadonlySet<string> = new Set(["APPROVED", "DECLINED", "WAITINGPOSTAUTH"]);

function toPaid(status: OrderStatus): Outcome | null {
  const { state, code, capturedKurus, references } = status;
  if (state !== "APPROVED" || (code ?? "00") !== "00" || !capturedKurus) return null;
  return { kind: "paid", amountKurus: capturedKurus, references, at: readBankTime(status.capturedAt) };
}

/** Returns declined only for the state `DECLINED` with a final code of the host and no amount taken or held. */
function toDeclined(status: OrderStatus): Outcome | null {
  const { state, code, capturedKurus, heldKurus } = status;
  const refusal = { ...status, source: "HOST" };
  if (state !== "DECLINED" || code === null || code === "00") return null;
  // The status does not show whether 92 is the gateway's code or the host's.
  if (code === gatewayCode || isDoubtful(refusal)) return null;
  if (capturedKurus || heldKurus) return null;
  return {
    kind: "declined",
    reason: declineReason(refusal),
    bankCode: toBankCode(refusal),
    ...toBankMessage(status.systemMessage),
  };
}

/** Reads the status; returns null when the result is missing or contains an element twice. */
export function readStatus({ order }: Answer): OrderStatus | null {
  const read = readTexts(findChild(order, "OrderInqResult"));
  if (read === null) return null;
  const maskedCard = read("CardNumberMasked");
  return {
    state: read("Status"),
    chargeType: read("ChargeType"),
    heldKurus: parseWireAmount(read("PreAuthAmount"), "kurus"),
    capturedKurus: parseWireAmount(read("AuthAmount"), "kurus"),
    capturedAt: read("AuthDate"),
    code: read("Code"),
    reasonCode: read("ReasonCode"),
    systemMessage: read("SysErrMsg"),
    installment: read("InstallmentCnt"),
    maskedCard: maskedCard === "null" ? null : maskedCard,
    references: { authCode: read("AuthCode"), rrn: read("RetrefNum"), transactionId: null },
  };
}
