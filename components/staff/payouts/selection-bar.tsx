"use client";
import { useId, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { payoutsAtOnce } from "@/server/domain/payouts/payout-inputs";
import { Button } from "../../ui/button";
import { Input } from "../../ui/controls";
import { useLanguage } from "../../ui/language";
import type { PayoutSelection } from "./use-payout-selection";

interface SelectionBarProps {
  readonly selection: PayoutSelection;
  onPropose(): void;
}

/**
 * The bar above the list of payouts: it ticks all that can be proposed, and says the number and the sum of the ticked
 * ones. It stays in sight while rows are ticked.
 */
export function SelectionBar({
  selection: { proposable, chosen, sumKurus, tick, clear },
  onPropose,
}: SelectionBarProps) {
  const t = useTranslations("staff.payouts.select");
  const words = useTranslations("staff.payouts");
  const language = useLanguage();
  const allId = useId();
  const all = useRef<HTMLInputElement>(null);
  if (proposable.length === 0) return null;
  const hasChosen = chosen.length > 0;
  const isTooMany = chosen.length > payoutsAtOnce;
  return (
    <section
      aria-label={t("title")}
      className={`mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-3 py-1.5 ${hasChosen ? "sticky top-0 z-10" : ""}`}
    >
      <label htmlFor={allId} className="flex min-h-9 items-center gap-2 max-sm:min-h-11">
        <Input
          ref={(box) => {
            all.current = box;
            if (box) box.indeterminate = hasChosen && chosen.length < proposable.length;
          }}
          id={allId}
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={chosen.length === proposable.length}
          onChange={({ currentTarget }) =>
            tick(
              proposable.map(({ payoutId }) => payoutId),
              currentTarget.checked,
            )
          }
        />
        <span>{t("all")}</span>
      </label>
      <p role="status" className={hasChosen ? "font-medium" : "sr-only"}>
        {hasChosen ? t("chosen", { count: chosen.length, sum: displayAmount(sumKurus, language) }) : t("none")}
      </p>
      {hasChosen && (
        <div className="ml-auto flex flex-wrap gap-2">
          <Button
            onClick={() => {
              // The button that was pressed disappears.
              all.current?.focus();
              clear();
            }}
          >
            {t("clear")}
          </Button>
          <Button tone="primary" disabled={isTooMany} onClick={onPropose}>
            {words("propose")}
          </Button>
        </div>
      )}
      {isTooMany && <p className="basis-full text-bad">{t("tooMany", { max: payoutsAtOnce })}</p>}
    </section>
  );
}
