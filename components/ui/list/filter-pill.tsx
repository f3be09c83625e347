"use client";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Popover } from "../popover";
import { FilterEditor } from "./filter-editors";
import type { FilterText, PanelFilter } from "./filter-texts";
import { useFilterValueText } from "./filter-value-text";

interface FilterPillProps {
  readonly filter: PanelFilter;
  readonly text: FilterText;
  /** Null while the filter is not set. */
  readonly value: unknown;
  onChange(value: unknown): void;
}

/** A filter as a button that opens its panel. A filter that is set shows its value and can be removed. */
export function FilterPill({ filter, text, value, onChange }: FilterPillProps) {
  const t = useTranslations("shared.list");
  const valueText = useFilterValueText();
  const isSet = value !== null;
  const pill = useRef<HTMLSpanElement>(null);
  const chosen = isSet ? valueText(filter, value, text.options) : "";
  return (
    <span
      ref={pill}
      className={`inline-flex max-w-full items-stretch rounded-control border ${isSet ? "border-accent" : "border-dashed border-field-line"}`}
    >
      <Popover
        label={text.label}
        button={
          isSet ? (
            <span className="truncate" title={chosen}>
              {text.label}: <span className="font-medium">{chosen}</span>
            </span>
          ) : (
            <>
              <Plus aria-hidden="true" size={14} className="shrink-0" />
              {text.label}
            </>
          )
        }
        buttonClass={`${pillClass} ${isSet ? "pr-1" : "text-ink-soft hover:text-ink"}`}
      >
        {(close) => <FilterEditor {...{ filter, text, value, onChange, close }} />}
      </Popover>
      {isSet && (
        <button
          type="button"
          className={`${pillClass} pl-1`}
          aria-label={t("remove", { filter: t("chosen", { label: text.label, value: chosen }) })}
          onClick={() => {
            // This button disappears; the one that opens the panel stays.
            pill.current?.querySelector("button")?.focus();
            onChange(null);
          }}
        >
          <X aria-hidden="true" size={14} className="text-ink-soft" />
        </button>
      )}
    </span>
  );
}

export const pillClass =
  "inline-flex min-h-8 min-w-0 cursor-pointer items-center gap-1.5 rounded-control px-2.5 hover:bg-surface " +
  "pointer-coarse:min-h-11";
