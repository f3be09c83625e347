"use client";
import { SlidersHorizontal } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { FilterChips } from "./filter-chips";
import { FilterFields } from "./filter-fields";
import { listWords } from "./list-words";
import { addressOf, isNarrowed, usePaymentQuery } from "./use-payment-query";

/** One box that understands codes, amounts and last digits; filters beside it; what is in use below. */
export function PaymentFilterBar() {
  const said = useWords(listWords);
  const { query, change } = usePaymentQuery();
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change({ search: String(new FormData(event.currentTarget).get("q")).trim() || null });
  };
  const address = addressOf(query);
  return (
    <search className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <form className="flex min-w-0 flex-1 items-end gap-2 max-sm:basis-full sm:max-w-xl" onSubmit={search}>
          <TextField
            key={query.search}
            className="min-w-0 flex-1"
            label={said.search}
            name="q"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            defaultValue={query.search ?? ""}
            title={said.searchHint}
            placeholder={said.searchExample}
          />
          <Button type="submit">{said.find}</Button>
        </form>
        <Button aria-expanded={isOpen} aria-controls={fieldsId} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden="true" size={16} />
          {said.filters}
        </Button>
      </div>
      <p className="text-ink-soft max-sm:text-xs">{said.searchHint}</p>
      <div id={fieldsId} hidden={!isOpen}>
        {isOpen && <FilterFields key={address} query={query} onApply={change} />}
      </div>
      {isNarrowed(query) && <FilterChips query={query} onChange={change} />}
    </search>
  );
}
