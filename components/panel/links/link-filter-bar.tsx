"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, Fragment, startTransition, useId, useOptimistic, useState } from "react";
import { AmountBoundField, useAmountBounds } from "@/components/ui/amount-bounds";
import { Button, ButtonLink } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useWords } from "@/components/ui/language";
import { useFieldsKey } from "@/components/ui/use-fields-key";
import { type LinkStatus, linkStates } from "@/server/domain/states";
import { useStateWord } from "../words/state-badge";
import { isNarrowed, type LinkFilter, toLinkListPath } from "./link-filter";
import { linkListWords } from "./link-list-words";

/** The filters of the link list. They are kept in the URL. */
export function LinkFilterBar({ filter }: { filter: LinkFilter }) {
  const t = useWords(linkListWords);
  const router = useRouter();
  const rangeId = useId();
  const { minAmountKurus, maxAmountKurus, fromDay, toDay } = filter;
  const hasRange = [minAmountKurus, maxAmountKurus, fromDay, toDay].some((bound) => bound !== null);
  const [isRangeOpen, setRangeOpen] = useState(hasRange);
  const go = (changes: Partial<LinkFilter>) => router.push(toLinkListPath({ ...filter, page: 0, ...changes }));
  return (
    <search className="mb-4 block">
      <StateFilter chosen={filter.statuses} onChange={(statuses) => go({ statuses })} />
      <Button
        className="mt-3 sm:hidden"
        aria-expanded={isRangeOpen}
        aria-controls={rangeId}
        onClick={() => setRangeOpen(!isRangeOpen)}
      >
        {t.range}
      </Button>
      <div id={rangeId} className={isRangeOpen ? "" : "max-sm:hidden"}>
        <RangeFilter filter={filter} onApply={go} />
      </div>
    </search>
  );
}

type Range = Pick<LinkFilter, "minAmountKurus" | "maxAmountKurus" | "fromDay" | "toDay">;

const bounds = ["min", "max"] as const;

function RangeFilter({ filter, onApply }: { filter: LinkFilter; onApply(range: Range): void }) {
  const t = useWords(linkListWords);
  const { minAmountKurus, maxAmountKurus, fromDay, toDay } = filter;
  const fields = useFieldsKey(toLinkListPath({ ...filter, statuses: [], page: 0 }));
  const amounts = useAmountBounds(bounds, fields.key);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = amounts.read(form);
    if (read === null) return;
    const range = {
      minAmountKurus: read.min,
      maxAmountKurus: read.max,
      fromDay: String(form.get("from")) || null,
      toDay: String(form.get("to")) || null,
    };
    fields.expectAddress(toLinkListPath({ ...range, statuses: [], page: 0 }));
    onApply(range);
  };
  const inUse = { min: minAmountKurus, max: maxAmountKurus };
  return (
    <form
      className="mt-3 grid grid-cols-2 items-start gap-3 lg:grid-cols-[repeat(4,minmax(0,11rem))_1fr]"
      onSubmit={submit}
    >
      <Fragment key={fields.key}>
        {bounds.map((name) => (
          <AmountBoundField
            key={name}
            label={t[name]}
            name={name}
            inUse={inUse[name]}
            error={amounts.isWrong(name) ? t.noAmount : null}
          />
        ))}
        <TextField label={t.from} name="from" type="date" defaultValue={fromDay ?? ""} />
        <TextField label={t.to} name="to" type="date" defaultValue={toDay ?? ""} />
      </Fragment>
      <div className="flex flex-wrap gap-2 max-lg:col-span-2 lg:pt-6">
        <Button type="submit">{t.apply}</Button>
        {isNarrowed(filter) && <ButtonLink href="/panel/links">{t.clear}</ButtonLink>}
      </div>
    </form>
  );
}

function StateFilter({ chosen, onChange }: { chosen: readonly LinkStatus[]; onChange(statuses: LinkStatus[]): void }) {
  const { state } = useWords(linkListWords);
  const stateWord = useStateWord();
  // A checkbox changes at once, before the new list has arrived.
  const [ticked, setTicked] = useOptimistic(chosen);
  const tick = (status: LinkStatus, isTicked: boolean) =>
    startTransition(() => {
      const statuses = linkStates.filter((one) => (one === status ? isTicked : ticked.includes(one)));
      setTicked(statuses);
      onChange(statuses);
    });
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
              checked={ticked.includes(status)}
              onChange={({ currentTarget: { checked } }) => tick(status, checked)}
            />
            {stateWord("link", status)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
