"use client";
import { type ComponentProps, useState } from "react";
import { amountText, readAmount } from "./amount-text";
import { TextField } from "./field";
import { useLanguage } from "./language";

/**
 * An amount in kuruş that is typed as the page's language writes it. `onAmount` hears null for what is none.
 * @param initial what stands in it at first, kuruş
 */
export function AmountField({
  initial = null,
  onAmount,
  ...field
}: {
  initial?: bigint | null;
  onAmount(kurus: bigint | null): void;
} & Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "inputMode" | "defaultValue">) {
  const language = useLanguage();
  const [typed, setTyped] = useState(initial === null ? "" : amountText(initial, language));
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onAmount(readAmount(value, language));
      }}
    />
  );
}
