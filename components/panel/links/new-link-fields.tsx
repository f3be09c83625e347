"use client";
import { useId, useState } from "react";
import { amountText } from "@/components/ui/amount-text";
import { CheckField } from "@/components/ui/field";
import { useLanguage, useWords } from "@/components/ui/language";
import { parseTypedAmount } from "@/server/domain/money";
import { newLinkWords } from "./new-link-words";

/** Sets the buyer's share of the commission, in bps, with a slider or as a typed percentage. */
export function CommissionShareField({ shareBps, onChange }: { shareBps: number; onChange(bps: number): void }) {
  const t = useWords(newLinkWords);
  const language = useLanguage();
  const percentText = (bps: number) => amountText(BigInt(bps), language).replace(/[.,]00$/, "");
  const [typed, setTyped] = useState(percentText(shareBps));
  const wordsId = useId();
  const type = (text: string) => {
    setTyped(text);
    const bps = parseTypedAmount(text || "0", language);
    if (bps !== null && bps <= 10_000n) onChange(Number(bps));
  };
  const slide = (bps: number) => {
    setTyped(percentText(bps));
    onChange(bps);
  };
  const sentence =
    shareBps === 0
      ? t.shareNone
      : shareBps === 10_000
        ? t.shareAll
        : t.sharePart(percentText(shareBps), percentText(10_000 - shareBps));
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t.share}</legend>
      <div className="flex items-center gap-3">
        <input
          type="range"
          min={0}
          max={10_000}
          step={100}
          value={shareBps}
          aria-label={t.shareSlider}
          aria-valuetext={`% ${percentText(shareBps)}`}
          aria-describedby={wordsId}
          onChange={({ currentTarget: { valueAsNumber } }) => slide(valueAsNumber)}
          className="h-9 min-w-0 flex-1 accent-accent max-sm:h-11"
        />
        <span className="inline-flex items-center gap-1">
          <span aria-hidden="true">%</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            aria-label={t.sharePercent}
            onChange={({ currentTarget: { value } }) => type(value)}
            onBlur={() => setTyped(percentText(shareBps))}
            className="min-h-9 w-20 rounded-control border border-field-line bg-paper px-3 py-1.5 text-right text-ink max-sm:min-h-11 max-sm:text-base"
          />
        </span>
      </div>
      <p id={wordsId} aria-live="polite" className="mt-1 text-ink-soft">
        {sentence}
      </p>
    </fieldset>
  );
}

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
