"use client";
import { type ComponentProps, useState } from "react";
import { parseTypedAmount } from "@/server/domain/money";
import { amountText } from "./amount-text";
import { TextField } from "./field";
import { useLanguage } from "./language";

/**
 * A field for an amount in kuruş, typed in the notation of the page's language. `onAmount` receives null while the text
 * is not an amount.
 * @param initial the initial amount, in kuruş
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
        onAmount(parseTypedAmount(value, language));
      }}
    />
  );
}
