"use client";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { amountText } from "@/components/ui/amount-text";
import { CheckField } from "@/components/ui/field";
import { FormText, FormTextArea } from "@/components/ui/form/text-fields";
import { useBound } from "@/components/ui/form/use-bound";
import { useLanguage } from "@/components/ui/language";
import { type LinkTextName, linkTextNames, linkTexts } from "@/server/domain/links/link-texts";
import { parseTypedAmount } from "@/server/domain/money";
import type { LinkDraft, LinkDraftControl } from "./new-link-draft";

interface FieldProps {
  readonly control: LinkDraftControl;
}

/** The declared texts of a link. */
export function TextFields({ control }: FieldProps) {
  return linkTextNames.map((name) => <DeclaredText key={name} {...{ control, name }} />);
}

function DeclaredText({ control, name }: FieldProps & { name: LinkTextName }) {
  const t = useTranslations("panel.newLink");
  const { lines, lengthMax: max } = linkTexts[name];
  const label = t("optional", { label: t(`texts.${name}.label`) });
  const field = { control, name, label, hint: t(`texts.${name}.hint`, { max }), autoComplete: "off" } as const;
  return lines === 1 ? <FormText {...field} isOptional /> : <FormTextArea {...field} rows={lines} isOptional />;
}

/** Sets the buyer's share of the commission, in bps, with a slider or as a typed percentage. */
export function CommissionShareField({ control }: FieldProps) {
  const t = useTranslations("panel.newLink");
  const language = useLanguage();
  const { value: shareBps, change } = useBound<LinkDraft, unknown, number>({ control, name: "customerShareBps" });
  const percentText = (bps: number) => amountText(BigInt(bps), language).replace(/[.,]00$/, "");
  const [typed, setTyped] = useState(percentText(shareBps));
  const wordsId = useId();
  const type = (text: string) => {
    setTyped(text);
    const bps = parseTypedAmount(text || "0", language);
    if (bps !== null && bps <= 10_000n) change(Number(bps));
  };
  const slide = (bps: number) => {
    setTyped(percentText(bps));
    change(bps);
  };
  const sentence =
    shareBps === 0
      ? t("shareNone")
      : shareBps === 10_000
        ? t("shareAll")
        : t("sharePart", { buyer: percentText(shareBps), merchant: percentText(10_000 - shareBps) });
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("share")}</legend>
      <div className="flex items-center gap-3">
        <input
          type="range"
          min={0}
          max={10_000}
          step={100}
          value={shareBps}
          aria-label={t("shareSlider")}
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
            aria-label={t("sharePercent")}
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
export function CountsField({ control, permitted }: FieldProps & { permitted: readonly number[] }) {
  const t = useTranslations("panel.newLink");
  const errorId = useId();
  const {
    value: chosen,
    change,
    ref,
    error,
  } = useBound<LinkDraft, unknown, number[] | null>({
    control,
    name: "allowedCounts",
    sentences: { list_size: t("problems.no_counts") },
  });
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="font-medium">{t("counts")}</legend>
      <CheckField
        label={t("restrict")}
        hint={chosen === null ? t("countsAll") : undefined}
        checked={chosen !== null}
        onChange={({ currentTarget: { checked } }) => change(checked ? [...permitted] : null)}
      />
      {chosen !== null && (
        <div className="flex flex-wrap gap-x-5">
          {permitted.map((count, index) => (
            <CheckField
              key={count}
              ref={index === 0 ? ref : undefined}
              label={count === 1 ? t("single") : t("installments", { count })}
              checked={chosen.includes(count)}
              aria-invalid={error !== null || undefined}
              onChange={({ currentTarget: { checked } }) =>
                change(permitted.filter((one) => (one === count ? checked : chosen.includes(one))))
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
