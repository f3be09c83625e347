"use client";
import { type ReactNode, useState } from "react";
import { isPaymentAmount, parseTypedAmount } from "@/server/domain/money";
import { amountText } from "./amount-text";
import { TextField } from "./field";
import { useLanguage } from "./language";

/**
 * Reads the amount bounds of a list filter from the fields of a form. Each field may be empty. `read` returns the
 * amounts in kuruş, or null when a field holds something that is not an amount; the typed text stays in the field, and
 * `isWrong` returns true for that field.
 */
export function useAmountBounds<Name extends string>(names: readonly Name[]) {
  const language = useLanguage();
  const [wrong, setWrong] = useState<readonly Name[]>([]);
  const read = (form: FormData): Record<Name, bigint | null> | null => {
    const typed = names.map((name) => [name, form.get(name)?.toString().trim() ?? ""] as const);
    const amounts = typed.map(([name, text]) => [name, parseTypedAmount(text, language)] as const);
    const mistyped = names.filter((_, index) => typed[index]?.[1] !== "" && !isPaymentAmount(amounts[index]?.[1]));
    setWrong(mistyped);
    return mistyped.length > 0 ? null : (Object.fromEntries(amounts) as Record<Name, bigint | null>);
  };
  return { read, isWrong: (name: Name) => wrong.includes(name) };
}

/** @param inUse the bound that the list uses now, in kuruş; null when there is no bound */
export function AmountBoundField({
  label,
  name,
  inUse,
  error,
}: {
  label: ReactNode;
  name: string;
  inUse: bigint | null;
  error: string | null;
}) {
  const language = useLanguage();
  return (
    <TextField
      {...{ label, name, error }}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={inUse === null ? "" : amountText(inUse, language)}
    />
  );
}
