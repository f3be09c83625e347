"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, Fragment } from "react";
import { requestAreas, requestMethods, statusClasses } from "@/server/domain/accounts/request-filters";
import { Button, ButtonLink } from "../../../ui/button";
import { SelectField, TextField } from "../../../ui/field";
import { useWords } from "../../../ui/language";
import { useFieldsKey } from "../../../ui/use-fields-key";
import { useTRPC } from "../../trpc";
import { type RequestFilters, readRequestFilters } from "./request-filters";
import { requestWords } from "./request-words";

const listPath = "/panel/developers/requests";

/** The filters of the request log. They are kept in the URL, so that a filtered list can be shared. */
export function RequestFilterForm({ filters, isFiltered }: { filters: RequestFilters; isFiltered: boolean }) {
  const t = useWords(requestWords);
  const router = useRouter();
  const keys = useQuery(useTRPC().request.keys.queryOptions());
  const fields = useFieldsKey(toAddress(filters));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const address = toAddress(readRequestFilters(given));
    fields.expectAddress(address);
    router.replace(address, { scroll: false });
  };
  return (
    <form
      aria-label={t.filters}
      className="mb-4 grid grid-cols-2 items-start gap-3 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
      onSubmit={submit}
    >
      <Fragment key={fields.key}>
        <TextField
          className="max-lg:col-span-2"
          label={t.trace}
          hint={t.traceHint}
          name="traceId"
          defaultValue={filters.traceId ?? ""}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
        <Choice label={t.status} name="status" value={filters.status}>
          {statusClasses.map((value) => [value, t.statuses[value]])}
        </Choice>
        <Choice label={t.area} name="area" value={filters.area}>
          {requestAreas.map((value) => [value, t.areas[value]])}
        </Choice>
        <Choice label={t.method} name="method" value={filters.method}>
          {requestMethods.map((value) => [value, value])}
        </Choice>
        {/* Mounted again when the keys arrive, because defaultValue only selects an option that exists at mount. */}
        <Choice key={keys.data?.length} label={t.key} name="keyId" value={filters.keyId}>
          {(keys.data ?? []).map(({ keyId, name }) => [keyId, name])}
        </Choice>
      </Fragment>
      <div className="col-span-full flex flex-wrap gap-2">
        <Button type="submit">{t.apply}</Button>
        {isFiltered && <ButtonLink href={listPath}>{t.clear}</ButtonLink>}
      </div>
    </form>
  );
}

function toAddress(filters: RequestFilters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== null) as [string, string][];
  return set.length === 0 ? listPath : `${listPath}?${new URLSearchParams(set)}`;
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  /** The values with their labels. */
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
