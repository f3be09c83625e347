"use client";
import { Check } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { AmountRange } from "@/server/domain/list-filters";
import { type DayRange, type Span, spanWords } from "@/server/domain/list-spans";
import { AmountBoundField, useAmountBounds } from "../amount-bounds";
import { Button } from "../button";
import { TextField } from "../field";
import { useLanguage } from "../language";
import { Skeleton } from "../skeleton";
import type { FilterText, Option, PanelFilter } from "./filter-texts";

interface EditorProps<Value> {
  readonly value: Value | null;
  /** Sets the filter; null removes it. */
  onChange(value: Value | null): void;
  /** Closes the panel. */
  close(): void;
}

/** The content of a filter's panel. A choice takes effect at once, what is typed when it is applied. */
export function FilterEditor({
  filter,
  text,
  ...editor
}: { readonly filter: PanelFilter; readonly text: FilterText } & EditorProps<unknown>) {
  const { options } = text;
  switch (filter.kind) {
    case "choices":
      return options ? (
        <ChoicesEditor {...(editor as EditorProps<readonly string[]>)} options={options} />
      ) : (
        <LoadingOptions />
      );
    case "amount":
      return <AmountEditor {...(editor as EditorProps<AmountRange>)} />;
    case "span":
      return <SpanEditor {...(editor as EditorProps<Span>)} />;
    default:
      return options ? <ChoiceEditor {...(editor as EditorProps<string>)} options={options} /> : <LoadingOptions />;
  }
}

const rowClass =
  "flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-control px-2 text-left hover:bg-surface pointer-coarse:min-h-11";

const LoadingOptions = () => (
  <div aria-busy="true" className="flex flex-col gap-3 px-2 py-1">
    {["w-3/4", "w-1/2", "w-2/3"].map((width) => (
      <Skeleton key={width} className={`h-5 ${width}`} />
    ))}
  </div>
);

/** A list with more options than this can be searched. */
const unsearchedMax = 10;

function ChoiceEditor({ value, onChange, close, options }: EditorProps<string> & { options: readonly Option[] }) {
  const t = useTranslations("shared.list");
  const [typed, setTyped] = useState("");
  const language = useLanguage();
  const wanted = typed.trim().toLocaleLowerCase(language);
  const shown = options.filter(({ label }) => label.toLocaleLowerCase(language).includes(wanted));
  return (
    <>
      {options.length > unsearchedMax && (
        <TextField
          label={<span className="sr-only">{t("findOption")}</span>}
          placeholder={t("findOption")}
          type="search"
          autoComplete="off"
          className="mb-2"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ul>
        {shown.map((option) => (
          <li key={option.value}>
            <ChoiceButton
              isChosen={option.value === value}
              onClick={() => {
                close();
                onChange(option.value);
              }}
            >
              {option.label}
            </ChoiceButton>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="px-2 py-1 text-ink-soft">{t("noOption")}</p>}
    </>
  );
}

function ChoiceButton({ isChosen, onClick, children }: { isChosen: boolean; onClick(): void; children: string }) {
  return (
    <button type="button" aria-pressed={isChosen} className={`${rowClass} aria-pressed:font-medium`} onClick={onClick}>
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {isChosen && <Check aria-hidden="true" size={16} className="shrink-0 text-accent" />}
    </button>
  );
}

function ChoicesEditor({ value, onChange, options }: EditorProps<readonly string[]> & { options: readonly Option[] }) {
  // The boxes keep what was ticked: the address follows a moment later.
  const [ticked, setTicked] = useState(value ?? []);
  const tick = (one: string, isTicked: boolean) => {
    const next = options
      .map((option) => option.value)
      .filter((other) => (other === one ? isTicked : ticked.includes(other)));
    setTicked(next);
    onChange(next.length === 0 ? null : next);
  };
  return (
    <ul>
      {options.map((option) => (
        <li key={option.value}>
          <label className={rowClass}>
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={ticked.includes(option.value)}
              onChange={({ currentTarget }) => tick(option.value, currentTarget.checked)}
            />
            {option.label}
          </label>
        </li>
      ))}
    </ul>
  );
}

const bounds = ["from", "to"] as const;

function AmountEditor({ value, onChange, close }: EditorProps<AmountRange>) {
  const t = useTranslations("shared.list");
  const amounts = useAmountBounds(bounds);
  const [isReversed, setReversed] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = amounts.read(new FormData(event.currentTarget));
    setReversed(false);
    if (read === null) return;
    const { from: fromKurus, to: toKurus } = read;
    if (fromKurus !== null && toKurus !== null && toKurus < fromKurus) {
      setReversed(true);
      return;
    }
    close();
    onChange(fromKurus === null && toKurus === null ? null : { fromKurus, toKurus });
  };
  const inUse = { from: value?.fromKurus ?? null, to: value?.toKurus ?? null };
  const wrong = (name: "from" | "to") => (amounts.isWrong(name) ? t("amount.wrong") : null);
  return (
    <form className="flex flex-col gap-3" onSubmit={submit} noValidate>
      {bounds.map((name) => (
        <AmountBoundField
          key={name}
          label={t(`amount.${name}`)}
          name={name}
          inUse={inUse[name]}
          error={wrong(name) ?? (name === "to" && isReversed ? t("amount.reversed") : null)}
        />
      ))}
      <Button type="submit" tone="primary">
        {t("apply")}
      </Button>
    </form>
  );
}

function SpanEditor({ value, onChange, close }: EditorProps<Span>) {
  const t = useTranslations("shared.list");
  const choose = (span: Span | null) => {
    close();
    onChange(span);
  };
  return (
    <>
      <ul>
        {spanWords.map((word) => (
          <li key={word}>
            <ChoiceButton isChosen={word === value} onClick={() => choose(word)}>
              {t(`span.words.${word}`)}
            </ChoiceButton>
          </li>
        ))}
      </ul>
      <DaysForm value={typeof value === "string" ? null : value} onChange={choose} />
    </>
  );
}

function DaysForm({ value, onChange }: { value: DayRange | null; onChange(range: DayRange | null): void }) {
  const t = useTranslations("shared.list.span");
  const list = useTranslations("shared.list");
  const [isReversed, setReversed] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [fromDay, toDay] = ["from", "to"].map((name) => form.get(name)?.toString() || null);
    const reversed = Boolean(fromDay && toDay && toDay < fromDay);
    setReversed(reversed);
    if (!reversed) onChange(fromDay || toDay ? { fromDay: fromDay ?? null, toDay: toDay ?? null } : null);
  };
  return (
    <form className="mt-2 border-t border-line px-2 pt-3" onSubmit={submit} noValidate>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-ink-soft">{t("range")}</legend>
        <TextField label={t("from")} name="from" type="date" defaultValue={value?.fromDay ?? ""} />
        <TextField
          label={t("to")}
          name="to"
          type="date"
          defaultValue={value?.toDay ?? ""}
          error={isReversed ? t("reversed") : null}
        />
        <Button type="submit" tone="primary">
          {list("apply")}
        </Button>
      </fieldset>
    </form>
  );
}
