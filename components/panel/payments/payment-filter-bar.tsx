"use client";
import { SlidersHorizontal, X } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { dateTimeText } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import type { PaymentQuery } from "@/server/domain/payments/payment-query";
import { holdsCardNumber } from "@/server/domain/payments/payment-search";
import { Button, ButtonLink } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { useFieldsKey } from "../../ui/use-fields-key";
import { useStateWord } from "../words/state-badge";
import { FilterFields } from "./filter-fields";
import { listWords } from "./list-words";
import { useTerminalName } from "./payment-table";
import { isNarrowed, paymentsPath, usePaymentQuery } from "./use-payment-query";

/** The search box for codes, amounts and last card digits, with the filters next to it and the active filters below. */
export function PaymentFilterBar() {
  const t = useWords(listWords);
  const { query, change } = usePaymentQuery();
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  return (
    <search className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <SearchBox value={query.search} onSearch={(search) => change({ search })} />
        <Button className="sm:mt-6.5" aria-expanded={isOpen} aria-controls={fieldsId} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden="true" size={16} />
          {t.filters}
        </Button>
      </div>
      <p className="text-ink-soft max-sm:text-xs">{t.searchHint}</p>
      <div id={fieldsId} hidden={!isOpen}>
        {isOpen && <FilterFields query={query} onApply={change} />}
      </div>
      {isNarrowed(query) && <FilterChips query={query} onChange={change} />}
    </search>
  );
}

/**
 * The search box. It never submits a card number, so that no URL, browser history or server gets one. The field has no
 * `name`, so that a form submission before the script has loaded does not send it either.
 */
function SearchBox({ value, onSearch }: { value: string | null; onSearch(search: string | null): void }) {
  const t = useWords(listWords);
  const fields = useFieldsKey(value ?? "");
  const box = useRef<HTMLInputElement>(null);
  const [isCard, setCard] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!box.current) return;
    const search = box.current.value.trim();
    const holdsCard = holdsCardNumber(search);
    setCard(holdsCard);
    if (holdsCard) {
      box.current.value = "";
      box.current.focus();
      return;
    }
    fields.expectAddress(search);
    onSearch(search || null);
  };
  return (
    <form className="flex min-w-0 flex-1 items-start gap-2 max-sm:basis-full sm:max-w-xl" onSubmit={submit}>
      <TextField
        key={fields.key}
        ref={box}
        className="min-w-0 flex-1"
        label={t.search}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={value ?? ""}
        title={t.searchHint}
        placeholder={t.searchExample}
        error={isCard ? t.noCardNumber : null}
        onChange={() => setCard(false)}
      />
      <Button type="submit" className="mt-6.5">
        {t.find}
      </Button>
    </form>
  );
}

/** The active filters as chips; each can be removed. */
function FilterChips({ query, onChange }: { query: PaymentQuery; onChange(changes: Partial<PaymentQuery>): void }) {
  const t = useWords(listWords);
  const chips = useChips(query);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul className="contents" aria-label={t.active}>
        {chips.map(({ key, text }) => (
          <li key={key} className="max-w-full">
            <button
              type="button"
              className="inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 hover:border-field-line max-sm:min-h-11"
              aria-label={t.remove(text)}
              onClick={() => onChange({ [key]: null })}
            >
              <span className="truncate">{text}</span>
              <X aria-hidden="true" size={14} className="shrink-0 text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
      <ButtonLink href={paymentsPath}>{t.clear}</ButtonLink>
    </div>
  );
}

function useChips(query: PaymentQuery): { key: keyof PaymentQuery; text: string }[] {
  const t = useWords(listWords);
  const language = useLanguage();
  const stateWord = useStateWord();
  const terminalName = useTerminalName();
  const { search, status, refunded, source, terminalId, fromDay, toDay } = query;
  const amount = (kurus: bigint | null) => kurus !== null && displayAmount(kurus, language);
  const day = (text: string | null) => text !== null && dateTimeText(new Date(`${text}T12:00:00Z`), language, "day");
  const [from, to] = [amount(query.amountFromKurus), amount(query.amountToKurus)];
  const [first, last] = [day(fromDay), day(toDay)];
  const texts: Record<keyof PaymentQuery, string | false | null> = {
    search: search && t.searched(search),
    status: status && `${t.status}: ${stateWord("payment", status)}`,
    refunded: refunded && `${t.refunded}: ${stateWord("refunded", refunded)}`,
    source: source && `${t.source}: ${stateWord("source", source)}`,
    terminalId: terminalId && `${t.terminal}: ${terminalName(terminalId)}`,
    amountFromKurus: from && t.atLeast(from),
    amountToKurus: to && t.atMost(to),
    fromDay: first && t.since(first),
    toDay: last && t.until(last),
  };
  return (Object.keys(texts) as (keyof PaymentQuery)[]).flatMap((key) => {
    const text = texts[key];
    return text ? [{ key, text }] : [];
  });
}
