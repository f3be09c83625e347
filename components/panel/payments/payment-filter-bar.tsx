"use client";
import { SlidersHorizontal } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { holdsCardNumber } from "@/server/domain/payments/payment-search";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useFieldsKey } from "../../ui/use-fields-key";
import { FilterChips } from "./filter-chips";
import { FilterFields } from "./filter-fields";
import { listWords } from "./list-words";
import { isNarrowed, usePaymentQuery } from "./use-payment-query";

/** The search box for codes, amounts and last card digits, with the filters next to it and the active filters below. */
export function PaymentFilterBar() {
  const t = useWords(listWords);
  const { query, change } = usePaymentQuery();
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  return (
    <search className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <SearchBox inUse={query.search} onSearch={(search) => change({ search })} />
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
function SearchBox({ inUse: value, onSearch }: { inUse: string | null; onSearch(search: string | null): void }) {
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
