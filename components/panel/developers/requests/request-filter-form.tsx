"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, Fragment } from "react";
import { requestAreas, requestMethods, statusClasses } from "@/server/domain/accounts/request-selection";
import { Button, ButtonLink } from "../../../ui/button";
import { SelectField, TextField } from "../../../ui/field";
import { useWords } from "../../../ui/language";
import { useFieldsKey } from "../../../ui/use-fields-key";
import { useTRPC } from "../../trpc";
import { filtersOf, type RequestFilters } from "./request-filters";
import { requestWords } from "./request-words";

const place = "/panel/developers/requests";

/** What the list is narrowed to; it stands in the address, so that a list can be shared. */
export function RequestFilterForm({ filters, isFiltered }: { filters: RequestFilters; isFiltered: boolean }) {
  const said = useWords(requestWords);
  const router = useRouter();
  const keys = useQuery(useTRPC().request.keys.queryOptions());
  const fields = useFieldsKey(addressOf(filters));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const address = addressOf(filtersOf(given));
    fields.applying(address);
    router.replace(address, { scroll: false });
  };
  return (
    <form
      aria-label={said.filters}
      className="mb-4 grid grid-cols-2 items-start gap-3 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
      onSubmit={submit}
    >
      <Fragment key={fields.key}>
        <TextField
          className="max-lg:col-span-2"
          label={said.trace}
          hint={said.traceHint}
          name="traceId"
          defaultValue={filters.traceId ?? ""}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
        <Choice label={said.status} name="status" value={filters.status}>
          {statusClasses.map((value) => [value, said.statuses[value]])}
        </Choice>
        <Choice label={said.area} name="area" value={filters.area}>
          {requestAreas.map((value) => [value, said.areas[value]])}
        </Choice>
        <Choice label={said.method} name="method" value={filters.method}>
          {requestMethods.map((value) => [value, value])}
        </Choice>
        {/* Drawn again when the keys are there, so that the chosen one is chosen. */}
        <Choice key={keys.data?.length} label={said.key} name="keyId" value={filters.keyId}>
          {(keys.data ?? []).map(({ keyId, name }) => [keyId, name])}
        </Choice>
      </Fragment>
      <div className="col-span-full flex flex-wrap gap-2">
        <Button type="submit">{said.apply}</Button>
        {isFiltered && <ButtonLink href={place}>{said.clear}</ButtonLink>}
      </div>
    </form>
  );
}

function addressOf(filters: RequestFilters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== null) as [string, string][];
  return set.length === 0 ? place : `${place}?${new URLSearchParams(set)}`;
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  /** Values and their words. */
  readonly children: readonly (readonly [string, string])[];
}

function Choice({ label, name, value, children }: ChoiceProps) {
  const { any } = useWords(requestWords);
  const isListed = value === null || children.some(([one]) => one === value);
  return (
    <SelectField label={label} name={name} defaultValue={value ?? ""}>
      <option value="">{any}</option>
      {children.map(([one, word]) => (
        <option key={one} value={one}>
          {word}
        </option>
      ))}
      {!isListed && <option value={value}>{value}</option>}
    </SelectField>
  );
}
