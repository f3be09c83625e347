"use client";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { itemCountMax } from "@/server/domain/links/link-fields";
import { sumItems } from "@/server/domain/links/new-link";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { FormAmount, FormText } from "../../ui/form/text-fields";
import { useListProblem } from "../../ui/form/use-bound";
import { IconButton } from "../../ui/icon-button";
import { useLanguage } from "../../ui/language";
import type { LinkDraftControl } from "./new-link-draft";

interface ItemsEditorProps {
  readonly control: LinkDraftControl;
  /** Sets the link's amount to the sum of the items, in kuruş. */
  onTakeSum(kurus: bigint): void;
}

/** Edits the items that the buyer sees, and compares their sum with the link's amount. */
export function ItemsEditor({ control, onTakeSum }: ItemsEditorProps) {
  const t = useTranslations("panel.newLink");
  const [announcement, setAnnouncement] = useState("");
  const problemId = useId();
  const addRef = useRef<HTMLDivElement>(null);
  const { fields, append, move, remove } = useFieldArray({ control, name: "items" });
  const items = useWatch({ control, name: "items" });
  const problem = useListProblem({ control, name: "items" }, { items_sum: t("problems.sum") });
  const moveTo = (from: number, to: number) => {
    move(from, to);
    const name = items[from]?.name ?? "";
    setAnnouncement(t("moved", { isNamed: String(name !== ""), name, place: to + 1 }));
  };
  const removeAt = (index: number) => {
    remove(index);
    setAnnouncement(t("removed"));
    addRef.current?.querySelector("button")?.focus();
  };
  return (
    // The focus enters the group with the problem, so that it is read then as well.
    <fieldset aria-describedby={problem ? problemId : undefined}>
      <legend className="font-medium">{t("items")}</legend>
      <p className="mb-2 text-ink-soft">{t("itemsHelp")}</p>
      <ol className="flex flex-col gap-3">
        {fields.map(({ id }, index) => (
          <li key={id} className="rounded-card border border-line p-3">
            <ItemFields
              {...{ control, index, isLast: index === fields.length - 1 }}
              onMove={(to) => moveTo(index, to)}
              onRemove={() => removeAt(index)}
            />
          </li>
        ))}
      </ol>
      <div ref={addRef} className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Button
          onClick={() => append({ name: "", note: null, amountKurus: null }, { shouldFocus: false })}
          disabled={fields.length >= itemCountMax}
        >
          <Plus aria-hidden="true" size={16} />
          {t("addItem")}
        </Button>
        {items.length > 0 && <Sum sum={sumItems(items)} {...{ control, onTakeSum }} />}
      </div>
      {problem && (
        <p id={problemId} role="alert" className="mt-1 text-bad">
          {problem}
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  );
}

interface ItemFieldsProps {
  readonly control: LinkDraftControl;
  /** The item's position, 0-based. */
  readonly index: number;
  readonly isLast: boolean;
  onMove(to: number): void;
  onRemove(): void;
}

function ItemFields({ control, index, isLast, onMove, onRemove }: ItemFieldsProps) {
  const t = useTranslations("panel.newLink");
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_9rem]">
      <legend className="sr-only">{t("item", { place: index + 1 })}</legend>
      <FormText control={control} name={`items.${index}.name`} label={t("itemName")} className="max-sm:col-span-2" />
      <FormText
        control={control}
        name={`items.${index}.note`}
        label={t("optional", { label: t("itemNote") })}
        className="max-sm:col-span-2"
        isOptional
      />
      <FormAmount
        control={control}
        name={`items.${index}.amountKurus`}
        label={t("itemAmount")}
        sentences={t("problems.amount")}
        className="max-sm:col-span-2"
      />
      <div className="col-span-full flex items-center gap-2">
        <span aria-hidden="true" className="mr-auto text-ink-soft">
          {t("item", { place: index + 1 })}
        </span>
        <IconButton label={t("up", { place: index + 1 })} isOff={index === 0} onClick={() => onMove(index - 1)}>
          <ArrowUp aria-hidden="true" size={16} />
        </IconButton>
        <IconButton label={t("down", { place: index + 1 })} isOff={isLast} onClick={() => onMove(index + 1)}>
          <ArrowDown aria-hidden="true" size={16} />
        </IconButton>
        <IconButton label={t("remove", { place: index + 1 })} onClick={onRemove}>
          <Trash2 aria-hidden="true" size={16} />
        </IconButton>
      </div>
    </fieldset>
  );
}

function Sum({ control, sum, onTakeSum }: ItemsEditorProps & { sum: bigint }) {
  const t = useTranslations("panel.newLink");
  const language = useLanguage();
  const amountKurus = useWatch({ control, name: "amountKurus" });
  const difference = sum - (amountKurus ?? 0n);
  const verdict =
    difference === 0n
      ? t("sumRight")
      : difference < 0n
        ? t("sumLess", { difference: displayAmount(-difference, language) })
        : t("sumMore", { difference: displayAmount(difference, language) });
  return (
    <div className="sm:text-right">
      <p>
        {t("sum")}:{" "}
        <span className="font-semibold">
          <Amount kurus={sum} />
        </span>
      </p>
      <p aria-live="polite" className={difference === 0n ? "text-good" : "text-warn"}>
        {(amountKurus !== null || sum > 0n) && verdict}
      </p>
      {difference !== 0n && sum > 0n && (
        <Button className="mt-1" onClick={() => onTakeSum(sum)}>
          {t("takeSum")}
        </Button>
      )}
    </div>
  );
}
