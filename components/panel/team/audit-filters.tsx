"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, Fragment } from "react";
import { Button, ButtonLink } from "../../ui/button";
import { SelectField, TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { useFieldsKey } from "../../ui/use-fields-key";
import { useTRPC } from "../trpc";
import { areaWords } from "./audit-actions";
import { type AuditAddress, auditAddressOf, isNarrowed, readAuditAddress } from "./audit-address";
import { auditWords } from "./audit-words";

/** Who, what, when; the address keeps it. */
export function AuditFilters({ address }: { address: AuditAddress }) {
  const said = useWords(auditWords);
  const language = useLanguage();
  const router = useRouter();
  const trpc = useTRPC();
  const { data: people = [] } = useQuery(trpc.audit.people.queryOptions());
  const fields = useFieldsKey(auditAddressOf({ ...address, before: null }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const wanted = auditAddressOf(readAuditAddress(form));
    fields.applying(wanted);
    router.push(wanted);
  };
  return (
    <search className="mb-4 block">
      <form
        className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,12rem))_auto_1fr]"
        onSubmit={submit}
      >
        <Fragment key={fields.key}>
          {/* Drawn again when the people are there, so that the chosen one is chosen. */}
          <SelectField key={people.length} label={said.who} name="actor" defaultValue={address.actor ?? ""}>
            <option value="">{said.anybody}</option>
            {people.map(({ userId, name, email, isRemoved }) => (
              <option key={userId} value={userId}>
                {name || email}
                {isRemoved && ` (${said.removed})`}
              </option>
            ))}
          </SelectField>
          <SelectField label={said.what} name="area" defaultValue={address.area ?? ""}>
            <option value="">{said.anything}</option>
            {Object.entries(areaWords).map(([area, word]) => (
              <option key={area} value={area}>
                {word[language]}
              </option>
            ))}
          </SelectField>
          <TextField label={said.from} name="from" type="date" defaultValue={address.from ?? ""} />
          <TextField label={said.until} name="until" type="date" defaultValue={address.until ?? ""} />
        </Fragment>
        <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1">
          <Button type="submit">{said.apply}</Button>
          {isNarrowed(address) && <ButtonLink href="/panel/team/audit">{said.clear}</ButtonLink>}
        </div>
      </form>
    </search>
  );
}
