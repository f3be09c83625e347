"use client";
import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { isAboveCap } from "@/server/domain/pricing/commission-caps";
import { parsePrice } from "@/server/domain/pricing/price-text";
import type { TariffDraft } from "@/server/domain/pricing/tariff-draft";
import {
  type CardLine,
  isCountOfFamily,
  type PriceKey,
  toLineKey,
  toPriceKey,
} from "@/server/domain/pricing/tariff-order";
import { Input } from "../../ui/controls";
import { IconButton } from "../../ui/icon-button";
import { useLanguage } from "../../ui/language";
import { useCardLabel } from "./card-label";

interface PriceGridProps {
  readonly draft: TariffDraft;
  /** The start of the tariff, at which the legal caps are looked up. */
  readonly at: Date;
  onType(key: PriceKey, text: string): void;
  /** A block of several cells was pasted into a cell. */
  onPaste(from: PriceKey, text: string): void;
  onRemoveLine(line: CardLine): void;
}

/**
 * The prices of a tariff as a grid of fields: a line for each kind of card, a column for each count. Arrows and Enter
 * move between the cells; left and right do so from the end of the text, and when all of it is selected.
 */
export function PriceGrid({ draft, at, onType, onPaste, onRemoveLine }: PriceGridProps) {
  const t = useTranslations("staff.tariffs");
  const counts = useTranslations("shared.installments");
  const label = useCardLabel();
  const table = useRef<HTMLTableElement>(null);
  const move = (event: KeyboardEvent<HTMLInputElement>, line: number, column: number) => {
    const [down, right] = readStep(event);
    if (down === 0 && right === 0) return;
    const next = findField(table.current, draft, line + down, column + right, down, right);
    event.preventDefault();
    next?.focus();
  };
  return (
    <section
      className="overflow-x-auto rounded-card border border-line"
      aria-label={t("grid")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <table ref={table} className="w-full border-collapse">
        <caption className="sr-only">{t("gridHelp")}</caption>
        <thead className="bg-surface text-ink-soft">
          <tr>
            <th scope="col" className="sticky left-0 z-10 bg-surface px-3 py-2 text-left font-medium max-sm:static">
              {t("card")}
            </th>
            {draft.counts.map((count) => (
              <th key={count} scope="col" className="px-1 py-2 text-right font-medium whitespace-nowrap">
                {counts("count", { count })}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {draft.lines.map((line, n) => (
            <tr key={toLineKey(line)} className="border-t border-line">
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-64 min-w-40 bg-paper px-3 py-1 text-left font-normal max-sm:static"
              >
                {label(line)}
              </th>
              {draft.counts.map((installmentCount, column) => (
                <td key={installmentCount} className="px-1 py-1 text-right">
                  {isCountOfFamily(line.family, installmentCount) ? (
                    <PriceField
                      name={`${label(line)}, ${counts("count", { count: installmentCount })}`}
                      place={`${n}-${column}`}
                      text={draft.texts[toPriceKey({ ...line, installmentCount })] ?? ""}
                      priceKey={{ ...line, installmentCount }}
                      at={at}
                      onType={onType}
                      onPaste={onPaste}
                      onKeyDown={(event) => move(event, n, column)}
                    />
                  ) : (
                    <span className="px-2 text-ink-soft">–</span>
                  )}
                </td>
              ))}
              <td className="px-1">
                <IconButton label={t("removeLine", { card: label(line) })} onClick={() => onRemoveLine(line)}>
                  <X aria-hidden="true" size={16} />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PriceFieldProps {
  readonly name: string;
  readonly place: string;
  readonly text: string;
  readonly priceKey: PriceKey;
  readonly at: Date;
  onType(key: PriceKey, text: string): void;
  onPaste(from: PriceKey, text: string): void;
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void;
}

function PriceField({ name, place, text, priceKey, at, onType, onPaste, onKeyDown }: PriceFieldProps) {
  const t = useTranslations("staff.tariffs");
  const price = parsePrice(text, useLanguage());
  const isWrong = text.trim() !== "" && price === null;
  const isHigh = price !== null && isAboveCap({ ...priceKey, ...price }, at);
  const note = isWrong ? t("unreadable") : isHigh ? t("aboveCap") : null;
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text/plain");
    // A single value is typed into the field as usual.
    if (!/[\t\n]/.test(pasted.trimEnd())) return;
    event.preventDefault();
    onPaste(priceKey, pasted);
  };
  return (
    <span className="inline-flex flex-col items-end">
      <Input
        aria-label={note === null ? name : `${name} (${note})`}
        aria-invalid={isWrong || undefined}
        data-place={place}
        inputMode="decimal"
        autoComplete="off"
        size={Math.max(6, text.length + 1)}
        value={text}
        onChange={(event) => onType(priceKey, event.target.value)}
        onFocus={(event) => event.target.select()}
        onPaste={paste}
        onKeyDown={onKeyDown}
        className={`min-h-8 rounded-control border bg-paper px-2 text-right tabular-nums max-sm:min-h-11 aria-invalid:border-bad ${
          isHigh ? "border-warn" : "border-field-line"
        }`}
      />
      {note !== null && <span className={`text-xs ${isWrong ? "text-bad" : "text-warn"}`}>{note}</span>}
    </span>
  );
}

/** Returns by how many lines and columns a key moves; nothing while it moves inside the text. */
function readStep({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>): readonly [number, number] {
  const { selectionStart, selectionEnd, value } = currentTarget;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  if (key === "ArrowDown" || (key === "Enter" && !shiftKey)) return [1, 0];
  if (key === "ArrowUp" || key === "Enter") return [-1, 0];
  if (key === "ArrowLeft" && (isWhole || selectionEnd === 0)) return [0, -1];
  return key === "ArrowRight" && (isWhole || selectionStart === value.length) ? [0, 1] : [0, 0];
}

/** Finds the next cell in a direction that can be typed into; undefined at the edge. */
function findField(
  table: HTMLTableElement | null,
  { lines, counts }: TariffDraft,
  fromLine: number,
  fromColumn: number,
  down: number,
  right: number,
): HTMLElement | undefined {
  let [line, column] = [fromLine, fromColumn];
  while (line >= 0 && line < lines.length && column >= 0 && column < counts.length) {
    const field = table?.querySelector<HTMLElement>(`[data-place="${line}-${column}"]`);
    if (field) return field;
    line += down;
    column += right;
  }
  return undefined;
}
