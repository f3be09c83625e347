"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { type LinkStatus, linkStates } from "@/server/domain/states";
import { AmountField } from "../../ui/amount-field";
import { Button, ButtonLink } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useStateWord } from "../words/state-of";
import { addressOf, isNarrowed, type LinkFilter } from "./link-filter";
import { linksWords } from "./links-words";

/** Which links are listed; the address keeps it. */
export function LinkFilters({ filter }: { filter: LinkFilter }) {
  const said = useWords(linksWords);
  const router = useRouter();
  const [range, setRange] = useState<{ min: bigint | null; max: bigint | null }>({
    ...{ min: filter.minAmountKurus, max: filter.maxAmountKurus },
  });
  const go = (changes: Partial<LinkFilter>) => router.push(addressOf({ ...filter, page: 0, ...changes }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const days = new FormData(event.currentTarget);
    go({
      ...{ minAmountKurus: range.min, maxAmountKurus: range.max },
      ...{ fromDay: String(days.get("from")) || null, toDay: String(days.get("to")) || null },
    });
  };
  return (
    <search className="mb-4 block">
      <StateFilter chosen={filter.statuses} onChange={(statuses) => go({ statuses })} />
      <form
        className="mt-3 grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,11rem))_auto_1fr]"
        onSubmit={submit}
      >
        <AmountField
          label={said.min}
          initial={filter.minAmountKurus}
          onAmount={(min) => setRange((known) => ({ ...known, min }))}
        />
        <AmountField
          label={said.max}
          initial={filter.maxAmountKurus}
          onAmount={(max) => setRange((known) => ({ ...known, max }))}
        />
        <TextField label={said.from} name="from" type="date" defaultValue={filter.fromDay ?? ""} />
        <TextField label={said.to} name="to" type="date" defaultValue={filter.toDay ?? ""} />
        <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1">
          <Button type="submit">{said.apply}</Button>
          {isNarrowed(filter) && <ButtonLink href="/panel/links">{said.clear}</ButtonLink>}
        </div>
      </form>
    </search>
  );
}

function StateFilter({
  chosen,
  onChange,
}: {
  chosen: readonly LinkStatus[];
  onChange(statuses: LinkStatus[]): void;
}) {
  const { state } = useWords(linksWords);
  const wordOf = useStateWord();
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{state}</legend>
      <div className="flex flex-wrap gap-2">
        {linkStates.map((status) => (
          <label
            key={status}
            className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-control border border-field-line px-3 has-checked:border-accent has-checked:bg-surface has-checked:font-medium max-sm:min-h-11"
          >
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(status)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(linkStates.filter((one) => (one === status ? checked : chosen.includes(one))))
              }
            />
            {wordOf("link", status)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
