"use client";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { AmountField } from "../../ui/amount-field";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { IconButton } from "../../ui/icon-button";
import { useLanguage, useWords } from "../../ui/language";
import { type DraftItem, type DraftProblems, type ItemProblems, moveItem, sumItems } from "./new-link-draft";
import { newLinkWords } from "./new-link-words";

const itemsMax = 50;

interface ItemsEditorProps {
  readonly items: readonly DraftItem[];
  /** The link's amount in kuruş. Null while there is none. */
  readonly amountKurus: bigint | null;
  readonly problems: Pick<DraftProblems, "items" | "sum">;
  onChange(items: readonly DraftItem[]): void;
  /** Sets the link's amount to the sum of the items. */
  onTakeSum(kurus: bigint): void;
}

/** Edits the items that the buyer sees, and compares their sum with the link's amount. */
export function ItemsEditor({ items, amountKurus, problems, onChange, onTakeSum }: ItemsEditorProps) {
  const t = useWords(newLinkWords);
  const [announcement, setAnnouncement] = useState("");
  const lastKey = useRef(0);
  const addRef = useRef<HTMLDivElement>(null);
  const change = (key: number, changes: Partial<DraftItem>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const add = () => {
    lastKey.current += 1;
    onChange([...items, { key: lastKey.current, name: "", note: "", amountKurus: null }]);
  };
  const move = (from: number, to: number) => {
    onChange(moveItem(items, from, to));
    setAnnouncement(t.moved(items[from]?.name ?? "", to + 1));
  };
  const remove = (key: number) => {
    onChange(items.filter((item) => item.key !== key));
    setAnnouncement(t.removed);
    addRef.current?.querySelector("button")?.focus();
  };
  return (
    <fieldset>
      <legend className="font-medium">{t.items}</legend>
      <p className="mb-2 text-ink-soft">{t.itemsHelp}</p>
      <ol className="flex flex-col gap-3">
        {items.map((item, index) => (
          <li key={item.key} className="rounded-card border border-line p-3">
            <ItemFields
              {...{ item, index, isLast: index === items.length - 1, problems: problems.items[index] ?? {} }}
              onChange={(changes) => change(item.key, changes)}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(item.key)}
            />
          </li>
        ))}
      </ol>
      <div ref={addRef} className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Button onClick={add} disabled={items.length >= itemsMax}>
          <Plus aria-hidden="true" size={16} />
          {t.addItem}
        </Button>
        {items.length > 0 && <Sum {...{ items, amountKurus, onTakeSum }} />}
      </div>
      {problems.sum && (
        <p role="alert" className="mt-1 text-bad">
          {t.problems[problems.sum]}
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  );
}

interface ItemFieldsProps {
  readonly item: DraftItem;
  /** The item's position, 0-based. */
  readonly index: number;
  readonly isLast: boolean;
  readonly problems: ItemProblems;
  onChange(changes: Partial<DraftItem>): void;
  onMove(to: number): void;
  onRemove(): void;
}

function ItemFields({ item, index, isLast, problems, onChange, onMove, onRemove }: ItemFieldsProps) {
  const t = useWords(newLinkWords);
  const findMessage = (field: keyof ItemProblems) => {
    const problem = problems[field];
    return problem ? t.problems[problem] : null;
  };
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_9rem]">
      <legend className="sr-only">{t.item(index + 1)}</legend>
      <TextField
        label={t.itemName}
        className="max-sm:col-span-2"
        value={item.name}
        error={findMessage("name")}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <TextField
        label={`${t.itemNote} (${t.optional})`}
        className="max-sm:col-span-2"
        value={item.note}
        error={findMessage("note")}
        onChange={({ currentTarget: { value } }) => onChange({ note: value })}
      />
      <AmountField
        label={t.itemAmount}
        className="max-sm:col-span-2"
        initial={item.amountKurus}
        error={findMessage("amount")}
        onAmount={(amountKurus) => onChange({ amountKurus })}
      />
      <div className="col-span-full flex items-center gap-2">
        <span aria-hidden="true" className="mr-auto text-ink-soft">
          {t.item(index + 1)}
        </span>
        <IconButton label={t.up(index + 1)} isOff={index === 0} onClick={() => onMove(index - 1)}>
          <ArrowUp aria-hidden="true" size={16} />
        </IconButton>
        <IconButton label={t.down(index + 1)} isOff={isLast} onClick={() => onMove(index + 1)}>
          <ArrowDown aria-hidden="true" size={16} />
        </IconButton>
        <IconButton label={t.remove(index + 1)} onClick={onRemove}>
          <Trash2 aria-hidden="true" size={16} />
        </IconButton>
      </div>
    </fieldset>
  );
}

function Sum({ items, amountKurus, onTakeSum }: Pick<ItemsEditorProps, "items" | "amountKurus" | "onTakeSum">) {
  const t = useWords(newLinkWords);
  const language = useLanguage();
  const sum = sumItems(items);
  const difference = sum - (amountKurus ?? 0n);
  const verdict =
    difference === 0n
      ? t.sumRight
      : difference < 0n
        ? t.sumLess(displayAmount(-difference, language))
        : t.sumMore(displayAmount(difference, language));
  return (
    <div className="sm:text-right">
      <p>
        {t.sum}:{" "}
        <span className="font-semibold">
          <Amount kurus={sum} />
        </span>
      </p>
      <p aria-live="polite" className={difference === 0n ? "text-good" : "text-warn"}>
        {verdict}
      </p>
      {difference !== 0n && sum > 0n && (
        <Button className="mt-1" onClick={() => onTakeSum(sum)}>
          {t.takeSum}
        </Button>
      )}
    </div>
  );
}
