"use client";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { Input } from "@/components/ui/controls";
import { CheckField, controlClass } from "@/components/ui/field";
import { percentNotation, percentText } from "@/components/ui/form/notation";
import { FormText, FormTextArea } from "@/components/ui/form/text-fields";
import { useBound, useTyped } from "@/components/ui/form/use-bound";
import { useLanguage } from "@/components/ui/language";
import { type LinkTextName, linkTextNames, linkTexts } from "@/server/domain/links/link-texts";
import type { LinkDraft, LinkDraftControl, LinkDraftOutput } from "./new-link-draft";

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

/**
 * Sets the buyer's share of the commission, in bps, with a slider or as a typed percentage.
 * @param onSlide sets the share
 */
export function CommissionShareField({ control, onSlide }: FieldProps & { onSlide(bps: number): void }) {
  const t = useTranslations("panel.newLink");
  const language = useLanguage();
  const bound = { control, name: "customerShareBps", sentences: t("problems.share") } as const;
  const { error, ...typed } = useTyped<LinkDraft, LinkDraftOutput, number | null>(bound, percentNotation(language));
  const shareBps = useWatch({ control, name: "customerShareBps" });
  const [wordsId, errorId] = [useId(), useId()];
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("share")}</legend>
      <div className="flex items-center gap-3">
        <Input
          type="range"
          min={0}
          max={10_000}
          step={100}
          value={shareBps ?? 0}
          aria-label={t("shareSlider")}
          aria-valuetext={shareBps === null ? undefined : `% ${percentText(shareBps, language)}`}
          aria-describedby={wordsId}
          onChange={({ currentTarget: { valueAsNumber } }) => onSlide(valueAsNumber)}
          className="h-9 min-w-0 flex-1 accent-accent max-sm:h-11"
        />
        <span className="inline-flex items-center gap-1">
          <span aria-hidden="true">%</span>
          <span className="w-20">
            <Input
              {...typed}
              inputMode="decimal"
              autoComplete="off"
              aria-label={t("sharePercent")}
              aria-invalid={error !== null || undefined}
              aria-describedby={error === null ? wordsId : errorId}
              className={`${controlClass} text-right`}
            />
          </span>
        </span>
      </div>
      <p id={wordsId} aria-live="polite" className="mt-1 text-ink-soft">
        {error === null && <ShareWords shareBps={shareBps} />}
      </p>
      {error !== null && (
        <p id={errorId} role="alert" className="text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Says who bears the commission, and before the first attempt to send also that the typed share means nothing. */
function ShareWords({ shareBps }: { shareBps: number | null }) {
  const t = useTranslations("panel.newLink");
  const language = useLanguage();
  if (shareBps === null) return t("problems.share");
  if (shareBps === 0) return t("shareNone");
  if (shareBps === 10_000) return t("shareAll");
  return t("sharePart", { buyer: percentText(shareBps, language), merchant: percentText(10_000 - shareBps, language) });
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
