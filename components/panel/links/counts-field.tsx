"use client";
import { useId } from "react";
import { CheckField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { newLinkWords } from "./new-link-words";

/** Which of the terminal's installment counts the buyer may choose from; null: any of them. */
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
  const said = useWords(newLinkWords);
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="font-medium">{said.counts}</legend>
      <CheckField
        label={said.restrict}
        hint={chosen === null ? said.countsAll : undefined}
        checked={chosen !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? permitted : null)}
      />
      {chosen !== null && (
        <div className="flex flex-wrap gap-x-5">
          {permitted.map((count) => (
            <CheckField
              key={count}
              label={count === 1 ? said.single : said.installments(count)}
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
