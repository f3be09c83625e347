"use client";
import { type ReactNode, useState } from "react";
import { amountText, isAmount, readAmount } from "./amount-text";
import { TextField } from "./field";
import { useLanguage } from "./language";

/**
 * Amounts that a list is narrowed by, in the fields of a form: each may be left empty. `read` answers null where one of them
 * is no amount; what was typed stays, and `isWrong` tells of which.
 * @param fieldsKey the key of the fields: once they are written anew, nothing is wrong with them
 */
export function useAmountBounds<Name extends string>(names: readonly Name[], fieldsKey: number) {
  const language = useLanguage();
  const [wrong, setWrong] = useState<{ of: number; names: readonly Name[] }>({ of: fieldsKey, names: [] });
  const read = (form: FormData): Record<Name, bigint | null> | null => {
    const typed = names.map((name) => [name, form.get(name)?.toString().trim() ?? ""] as const);
    const amounts = typed.map(([name, text]) => [name, readAmount(text, language)] as const);
    const mistyped = names.filter((_, place) => typed[place]?.[1] !== "" && !isAmount(amounts[place]?.[1]));
    setWrong({ of: fieldsKey, names: mistyped });
    return mistyped.length > 0 ? null : (Object.fromEntries(amounts) as Record<Name, bigint | null>);
  };
  return { read, isWrong: (name: Name) => wrong.of === fieldsKey && wrong.names.includes(name) };
}

/** @param inUse kuruş */
export function AmountBound({
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
