"use client";
import { Columns3 } from "lucide-react";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../button";
import { Popover } from "../popover";
import { type ColumnChoice, isChosen, isOptional, type ListColumn } from "./columns";
import { pillClass } from "./filter-pill";

/** The button that opens the choice of columns. Columns that always stay are not in it. */
export function ColumnMenu<Row>({
  columns,
  choice,
  onChange,
}: {
  readonly columns: readonly ListColumn<Row>[];
  readonly choice: ColumnChoice;
  onChange(choice: ColumnChoice): void;
}) {
  const t = useTranslations("shared.list.columns");
  const optional = columns.filter(isOptional);
  const boxes = useRef<HTMLUListElement>(null);
  return (
    <Popover
      label={t("title")}
      buttonClass={`${pillClass} text-ink-soft hover:text-ink`}
      button={
        <>
          <Columns3 aria-hidden="true" size={16} />
          {t("title")}
        </>
      }
    >
      {() => (
        <>
          <ul ref={boxes}>
            {optional.map((column) => (
              <li key={column.key}>
                <label className="flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-surface pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    checked={isChosen(column, choice)}
                    onChange={({ currentTarget: { checked } }) => onChange(switchColumn(choice, column, checked))}
                  />
                  {column.head}
                </label>
              </li>
            ))}
          </ul>
          <p className="mt-2 border-t border-line px-2 pt-2 text-xs text-ink-soft">{t("help")}</p>
          {Object.keys(choice).length > 0 && (
            <Button
              className="mt-2 w-full"
              onClick={() => {
                // This button disappears with the choice.
                boxes.current?.querySelector("input")?.focus();
                onChange({});
              }}
            >
              {t("reset")}
            </Button>
          )}
        </>
      )}
    </Popover>
  );
}

/** Switches a column. A column at its default is not kept as a choice, so it still gives way in a narrow list. */
function switchColumn<Row>(choice: ColumnChoice, { key, isExtra }: ListColumn<Row>, isShown: boolean): ColumnChoice {
  const others = Object.entries(choice).filter(([name]) => name !== key);
  return Object.fromEntries(isShown === !isExtra ? others : [...others, [key, isShown]]);
}
