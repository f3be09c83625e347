import type { BankReferences, Outcome } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { findChild } from "@/server/banks/wire";
import { type Answer, isApproved, isDeclined, readKurus, readTexts } from "./answer";
import { bankCodeOf, declineReason, gatewayCode, isDoubtful, isNotFound } from "./codes";

/** An order as `orderinq` shows it; what is empty or absent is null. */
export interface OrderStatus {
  /** `APPROVED` captured, `WAITINGPOSTAUTH` only held; the bank publishes no others. */
  readonly state: string | null;
  /** `S` sale. */
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
 * Reads what an inquiry found. Voids and refunds do not show reliably: approved means that the sale was paid, and what
 * became of it since is a question for the history.
 */
export function decodeStatus(answer: Answer): Outcome {
  const status = readStatus(answer);
  // An unknown order comes with a result of empty values, if with any.
  if (isDeclined(answer) && isNotFound(answer, "inquire"))
    return status === null || status.state === null ? { kind: "not_found" } : notUnderstood;
  if (status === null || !isApproved(answer)) return notUnderstood;
  return paidOf(status) ?? declinedOf(status) ?? notUnderstood;
}

function paidOf(status: OrderStatus): Outcome | null {
  const { state, chargeType, code, capturedKurus, references } = status;
  const isPaid = state === "APPROVED" && (code ?? "00") === "00" && (chargeType ?? "S") === "S";
  if (!isPaid || !capturedKurus) return null;
  return { kind: "paid", amountKurus: capturedKurus, references, at: readBankTime(status.capturedAt) };
}

/** Only a refusal in so many words, with the host's final code and nothing taken. */
function declinedOf(status: OrderStatus): Outcome | null {
  const { state, code, capturedKurus, heldKurus } = status;
  const refusal = { ...status, source: "HOST" };
  if (state !== "DECLINED" || code === null || code === "00") return null;
  // Whose 92 it is does not show here.
  if (code === gatewayCode || isDoubtful(refusal)) return null;
  if (capturedKurus || heldKurus) return null;
  return { kind: "declined", reason: declineReason(refusal), bankCode: bankCodeOf(refusal) };
}

/** Null when there is no result, or one that says a thing twice. */
export function readStatus({ order }: Answer): OrderStatus | null {
  const read = readTexts(findChild(order, "OrderInqResult"));
  if (read === null) return null;
  const maskedCard = read("CardNumberMasked");
  return {
    state: read("Status"),
    chargeType: read("ChargeType"),
    heldKurus: readKurus(read("PreAuthAmount")),
    capturedKurus: readKurus(read("AuthAmount")),
    capturedAt: read("AuthDate"),
    code: read("Code"),
    reasonCode: read("ReasonCode"),
    systemMessage: read("SysErrMsg"),
    installment: read("InstallmentCnt"),
    maskedCard: maskedCard === "null" ? null : maskedCard,
    references: { authCode: read("AuthCode"), rrn: read("RetrefNum"), transactionId: null },
  };
}
