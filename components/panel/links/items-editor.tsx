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
import { type DraftItem, type DraftProblems, type ItemProblems, moveItem, sumOf } from "./new-link-draft";
import { newLinkWords } from "./new-link-words";

const itemsMax = 50;

interface ItemsEditorProps {
  readonly items: readonly DraftItem[];
  /** The link's, kuruş; null: none yet. */
  readonly amountKurus: bigint | null;
  readonly problems: Pick<DraftProblems, "items" | "sum">;
  onChange(items: readonly DraftItem[]): void;
  /** Makes the link's amount what the items come to. */
  onTakeSum(kurus: bigint): void;
}

/** What the buyer sees of the order, with the running sum against the amount. */
export function ItemsEditor({ items, amountKurus, problems, onChange, onTakeSum }: ItemsEditorProps) {
  const said = useWords(newLinkWords);
  const [news, setNews] = useState("");
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
    setNews(said.moved(items[from]?.name ?? "", to + 1));
  };
  const remove = (key: number) => {
    onChange(items.filter((item) => item.key !== key));
    setNews(said.removed);
    addRef.current?.querySelector("button")?.focus();
  };
  return (
    <fieldset>
      <legend className="font-medium">{said.items}</legend>
      <p className="mb-2 text-ink-soft">{said.itemsHelp}</p>
      <ol className="flex flex-col gap-3">
        {items.map((item, place) => (
          <li key={item.key} className="rounded-card border border-line p-3">
            <ItemFields
              {...{ item, place, isLast: place === items.length - 1, problems: problems.items[place] ?? {} }}
              onChange={(changes) => change(item.key, changes)}
              onMove={(to) => move(place, to)}
              onRemove={() => remove(item.key)}
            />
          </li>
        ))}
      </ol>
      <div ref={addRef} className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Button onClick={add} disabled={items.length >= itemsMax}>
          <Plus aria-hidden="true" size={16} />
          {said.addItem}
        </Button>
        {items.length > 0 && <Sum {...{ items, amountKurus, onTakeSum }} />}
      </div>
      {problems.sum && (
        <p role="alert" className="mt-1 text-bad">
          {said.problems[problems.sum]}
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
    </fieldset>
  );
}

interface ItemFieldsProps {
  readonly item: DraftItem;
  /** From 0. */
  readonly place: number;
  readonly isLast: boolean;
  readonly problems: ItemProblems;
  onChange(changes: Partial<DraftItem>): void;
  onMove(to: number): void;
  onRemove(): void;
}

function ItemFields({ item, place, isLast, problems, onChange, onMove, onRemove }: ItemFieldsProps) {
  const said = useWords(newLinkWords);
  const wordsOf = (field: keyof ItemProblems) => {
    const problem = problems[field];
    return problem ? said.problems[problem] : null;
  };
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_9rem]">
      <legend className="sr-only">{said.item(place + 1)}</legend>
      <TextField
        label={said.itemName}
        className="max-sm:col-span-2"
        value={item.name}
        error={wordsOf("name")}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <TextField
        label={`${said.itemNote} (${said.optional})`}
        className="max-sm:col-span-2"
        value={item.note}
        error={wordsOf("note")}
        onChange={({ currentTarget: { value } }) => onChange({ note: value })}
      />
      <AmountField
        label={said.itemAmount}
        className="max-sm:col-span-2"
        initial={item.amountKurus}
        error={wordsOf("amount")}
        onAmount={(amountKurus) => onChange({ amountKurus })}
      />
      <div className="col-span-full flex items-center gap-2">
        <span aria-hidden="true" className="mr-auto text-ink-soft">
          {said.item(place + 1)}
        </span>
        <IconButton label={said.up(place + 1)} isOff={place === 0} onClick={() => onMove(place - 1)}>
          <ArrowUp aria-hidden="true" size={16} />
        </IconButton>
        <IconButton label={said.down(place + 1)} isOff={isLast} onClick={() => onMove(place + 1)}>
          <ArrowDown aria-hidden="true" size={16} />
        </IconButton>
        <IconButton label={said.remove(place + 1)} onClick={onRemove}>
          <Trash2 aria-hidden="true" size={16} />
        </IconButton>
      </div>
    </fieldset>
  );
}

function Sum({
  items,
  amountKurus,
  onTakeSum,
}: Pick<ItemsEditorProps, "items" | "amountKurus" | "onTakeSum">) {
  const said = useWords(newLinkWords);
  const language = useLanguage();
  const sum = sumOf(items);
  const difference = sum - (amountKurus ?? 0n);
  const verdict =
    difference === 0n
      ? said.sumRight
      : difference < 0n
        ? said.sumLess(displayAmount(-difference, language))
        : said.sumMore(displayAmount(difference, language));
  return (
    <div className="sm:text-right">
      <p>
        {said.sum}:{" "}
        <span className="font-semibold">
          <Amount kurus={sum} />
        </span>
      </p>
      <p aria-live="polite" className={difference === 0n ? "text-good" : "text-warn"}>
        {verdict}
      </p>
      {difference !== 0n && sum > 0n && (
        <Button className="mt-1" onClick={() => onTakeSum(sum)}>
          {said.takeSum}
        </Button>
      )}
    </div>
  );
}
