"use client";
import { useMemo } from "react";
import { useZodForm } from "@/components/ui/form/use-zod-form";
import { newPaymentForm } from "@/server/domain/payments/new-payment";
import type { Account, Terminal } from "../outputs";

/** The fields that refusals of a new payment concern. */
export const refusedPaymentFields = {
  duplicate_partner_tx_code: "partnerTxCode",
  sensitive_data_not_allowed: "description",
  terminal_not_allowed: "terminalId",
  installment_not_allowed: "installment",
  amount_limit_exceeded: "amount",
  pos_per_tx_limit_exceeded: "amount",
  pos_daily_limit_exceeded: "amount",
  pos_weekly_limit_exceeded: "amount",
  pos_monthly_limit_exceeded: "amount",
  pos_time_window_limit_exceeded: "amount",
} as const;

/** Returns whether the card page can open: the virtual POS at the bank and the payment provider must both be active. */
export const isReady = ({ virtualPosActive, pspActive }: Terminal): boolean => virtualPosActive && pspActive;

/**
 * Holds what is typed of a new payment.
 * @param terminals the active terminals; there is at least one
 * @param error the error with which the server refused the payment
 */
export function usePaymentForm(
  account: Account,
  terminals: readonly Terminal[],
  { suggestedCode, error }: { suggestedCode: string; error: unknown },
) {
  const { minAmountKurus, maxAmountKurus } = account;
  const schema = useMemo(() => newPaymentForm({ minAmountKurus, maxAmountKurus }), [minAmountKurus, maxAmountKurus]);
  const terminal = terminals.find(isReady) ?? terminals[0];
  return useZodForm(schema, {
    defaultValues: {
      amount: null,
      terminalId: terminal?.terminalId ?? "",
      installment: findInstallment(terminal, 1),
      partnerTxCode: suggestedCode,
      description: null,
    },
    error,
    refusedFields: refusedPaymentFields,
  });
}

export type PaymentForm = ReturnType<typeof usePaymentForm>;

/** Returns the wanted installment count where the terminal permits it, else the terminal's first one. */
export const findInstallment = (terminal: Terminal | undefined, wanted: number): number => {
  const counts = terminal?.effectiveCounts ?? [];
  return counts.includes(wanted) ? wanted : (counts[0] ?? 1);
};
