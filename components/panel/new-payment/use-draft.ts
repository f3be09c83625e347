"use client";
import { useState } from "react";
import { isPaymentAmount, maxAmountKurus, parseTypedAmount } from "@/server/domain/money";
import { useLanguage } from "../../ui/language";
import type { Account, Terminal } from "../outputs";

export interface Draft {
  readonly amount: string;
  readonly terminalId: string;
  /** The chosen installment count. Null means the terminal's first one. */
  readonly installment: number | null;
  readonly description: string;
  readonly partnerTxCode: string;
}

/** The problems that the screen finds itself before the draft is sent. */
export type DraftFault = "amount_unreadable" | "amount_outside" | "code_blank";

/** Returns the limits of one payment of the account, in kuruş. */
export const findAmountLimits = ({ minAmountKurus, maxAmountKurus: max }: Account) => ({
  min: minAmountKurus ?? 1n,
  max: max ?? maxAmountKurus,
});

/** Returns whether the card page can open: the virtual POS at the bank and the payment provider must both be active. */
export const isReady = ({ virtualPosActive, pspActive }: Terminal): boolean => virtualPosActive && pspActive;

/** Holds the draft of a new payment and the values derived from it. */
export function useDraft(account: Account, terminals: readonly Terminal[], suggestedCode: string) {
  const [draft, setDraft] = useState<Draft>({
    amount: "",
    terminalId: (terminals.find(isReady) ?? terminals[0])?.terminalId ?? "",
    installment: null,
    description: "",
    partnerTxCode: suggestedCode,
  });
  const terminal = terminals.find(({ terminalId }) => terminalId === draft.terminalId);
  const counts = terminal?.effectiveCounts ?? [];
  const isPermitted = draft.installment !== null && counts.includes(draft.installment);
  const typedKurus = parseTypedAmount(draft.amount, useLanguage());
  const amountKurus = isPaymentAmount(typedKurus) ? typedKurus : null;
  const { min, max } = findAmountLimits(account);
  const isOutside = amountKurus !== null && (amountKurus < min || amountKurus > max);
  const faults: DraftFault[] = [
    ...(amountKurus === null ? (["amount_unreadable"] as const) : []),
    ...(isOutside ? (["amount_outside"] as const) : []),
    ...(draft.partnerTxCode.trim() === "" ? (["code_blank"] as const) : []),
  ];
  return {
    draft,
    change: (changes: Partial<Draft>) => setDraft((known) => ({ ...known, ...changes })),
    terminal,
    counts,
    /** An installment count that the terminal permits, even if another was chosen at another terminal. */
    installment: isPermitted ? draft.installment : (counts[0] ?? 1),
    amountKurus,
    faults,
  };
}
