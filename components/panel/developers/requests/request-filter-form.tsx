"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { requestAreas, requestMethods, statusClasses } from "@/server/domain/request-selection";
import { Button, ButtonLink } from "../../../ui/button";
import { SelectField, TextField } from "../../../ui/field";
import { useWords } from "../../../ui/language";
import { useTRPC } from "../../trpc";
import type { RequestFilters } from "./request-filters";
import { requestWords } from "./request-words";

const place = "/panel/developers/requests";

/** What the list is narrowed to; it stands in the address, so that a list can be shared. */
export function RequestFilterForm({ filters, isFiltered }: { filters: RequestFilters; isFiltered: boolean }) {
  const said = useWords(requestWords);
  const router = useRouter();
  const keys = useQuery(useTRPC().request.keys.queryOptions());
  const narrow = (form: HTMLFormElement): void => {
    const given = [...new FormData(form)].filter(([, value]) => value !== "") as [string, string][];
    const search = new URLSearchParams(given).toString();
    router.replace(search === "" ? place : `${place}?${search}`, { scroll: false });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    narrow(event.currentTarget);
  };
  const choose = (event: { currentTarget: HTMLSelectElement }) => {
    if (event.currentTarget.form) narrow(event.currentTarget.form);
  };
  return (
    <form
      key={JSON.stringify(filters)}
      aria-label={said.filters}
      className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
      onSubmit={submit}
    >
      <div className="max-lg:col-span-2">
        <TextField
          label={said.trace}
          hint={said.traceHint}
          name="traceId"
          defaultValue={filters.traceId ?? ""}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          <Button type="submit">{said.find}</Button>
          {isFiltered && <ButtonLink href={place}>{said.clear}</ButtonLink>}
        </div>
      </div>
      <Choice label={said.status} name="status" value={filters.status} onChange={choose}>
        {statusClasses.map((value) => [value, said.statuses[value]])}
      </Choice>
      <Choice label={said.area} name="area" value={filters.area} onChange={choose}>
        {requestAreas.map((value) => [value, said.areas[value]])}
      </Choice>
      <Choice label={said.method} name="method" value={filters.method} onChange={choose}>
        {requestMethods.map((value) => [value, value])}
      </Choice>
      <Choice label={said.key} name="keyId" value={filters.keyId} onChange={choose}>
        {(keys.data ?? []).map(({ keyId, name }) => [keyId, name])}
      </Choice>
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  onChange(event: { currentTarget: HTMLSelectElement }): void;
  /** Values and their words. */
  readonly children: readonly (readonly [string, string])[];
}

function Choice({ label, name, value, onChange, children }: ChoiceProps) {
  const { any } = useWords(requestWords);
  const isListed = value === null || children.some(([one]) => one === value);
  return (
    <SelectField label={label} name={name} defaultValue={value ?? ""} onChange={onChange}>
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
