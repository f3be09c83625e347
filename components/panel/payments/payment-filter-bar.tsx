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

/** One box that understands codes, amounts and last digits; filters beside it; what is in use below. */
export function PaymentFilterBar() {
  const said = useWords(listWords);
  const { query, change } = usePaymentQuery();
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  return (
    <search className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <SearchBox inUse={query.search} onSearch={(search) => change({ search })} />
        <Button
          className="sm:mt-6.5"
          aria-expanded={isOpen}
          aria-controls={fieldsId}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" size={16} />
          {said.filters}
        </Button>
      </div>
      <p className="text-ink-soft max-sm:text-xs">{said.searchHint}</p>
      <div id={fieldsId} hidden={!isOpen}>
        {isOpen && <FilterFields query={query} onApply={change} />}
      </div>
      {isNarrowed(query) && <FilterChips query={query} onChange={change} />}
    </search>
  );
}

/**
 * A card's number goes nowhere from here: no address, no history and no server ever has it. The box has no name, so that not
 * even a form that is sent before the script is there would carry it along.
 */
function SearchBox({ inUse, onSearch }: { inUse: string | null; onSearch(search: string | null): void }) {
  const said = useWords(listWords);
  const fields = useFieldsKey(inUse ?? "");
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
    fields.applying(search);
    onSearch(search || null);
  };
  return (
    <form className="flex min-w-0 flex-1 items-start gap-2 max-sm:basis-full sm:max-w-xl" onSubmit={submit}>
      <TextField
        key={fields.key}
        ref={box}
        className="min-w-0 flex-1"
        label={said.search}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={inUse ?? ""}
        title={said.searchHint}
        placeholder={said.searchExample}
        error={isCard ? said.noCardNumber : null}
        onChange={() => setCard(false)}
      />
      <Button type="submit" className="mt-6.5">
        {said.find}
      </Button>
    </form>
  );
}
