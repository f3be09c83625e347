"use client";
import { useState } from "react";
import { maxAmountKurus } from "@/server/domain/money";
import { isAmount, readAmount } from "../../ui/amount-text";
import { useLanguage } from "../../ui/language";
import type { Account, Terminal } from "../outputs";

export interface Draft {
  readonly amount: string;
  readonly terminalId: string;
  /** Null: the terminal's first. */
  readonly installment: number | null;
  readonly description: string;
  readonly partnerTxCode: string;
}

/** What is wrong with a draft before it is sent. */
export type DraftFault = "amount_unreadable" | "amount_outside" | "code_blank";

/** The limits of one payment of the account, kuruş. */
export const limitsOf = ({ minAmountKurus, maxAmountKurus: max }: Account) => ({
  min: minAmountKurus ?? 1n,
  max: max ?? maxAmountKurus,
});

/** Whether its card page would open at all: both the bank connection and the provider behind it are active. */
export const isReady = ({ virtualPosActive, pspActive }: Terminal): boolean => virtualPosActive && pspActive;

/** What is being filled in, and what it comes to. */
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
  const typedKurus = readAmount(draft.amount, useLanguage());
  const amountKurus = isAmount(typedKurus) ? typedKurus : null;
  const { min, max } = limitsOf(account);
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
    /** One that the terminal permits, whatever was chosen at another. */
    installment: isPermitted ? draft.installment : (counts[0] ?? 1),
    amountKurus,
    faults,
  };
}
