"use client";
import { useId } from "react";
import { CheckField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { newLinkWords } from "./new-link-words";

/** Selects the installment counts that the buyer may choose from. Null means all counts of the terminal. */
export function CountsField({
  permitted,
  chosen,
  error,
  onChange,
}: {
  permitted: readonly number[];
  chosen: readonly number[] | null;
  error: string | null;
  onChange(counts: readonly number[] | null): void;
}) {
  const t = useWords(newLinkWords);
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="font-medium">{t.counts}</legend>
      <CheckField
        label={t.restrict}
        hint={chosen === null ? t.countsAll : undefined}
        checked={chosen !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? permitted : null)}
      />
      {chosen !== null && (
        <div className="flex flex-wrap gap-x-5">
          {permitted.map((count) => (
            <CheckField
              key={count}
              label={count === 1 ? t.single : t.installments(count)}
              checked={chosen.includes(count)}
              aria-invalid={error !== null || undefined}
              onChange={({ currentTarget: { checked } }) =>
                onChange(permitted.filter((one) => (one === count ? checked : chosen.includes(one))))
              }
            />
          ))}
        </div>
      )}
      {error && (
        <p id={errorId} role="alert" className="mt-1 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
