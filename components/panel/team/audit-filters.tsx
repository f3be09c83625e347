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
import { type AuditAddress, isNarrowed, readAuditAddress, toAuditAddress } from "./audit-address";
import { auditWords } from "./audit-words";

/** The filters of the audit log: user, area and days. They are kept in the URL. */
export function AuditFilters({ address }: { address: AuditAddress }) {
  const t = useWords(auditWords);
  const language = useLanguage();
  const router = useRouter();
  const trpc = useTRPC();
  const { data: people = [] } = useQuery(trpc.audit.people.queryOptions());
  const fields = useFieldsKey(toAuditAddress({ ...address, before: null }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const next = toAuditAddress(readAuditAddress(form));
    fields.expectAddress(next);
    router.push(next);
  };
  return (
    <search className="mb-4 block">
      <form
        className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,12rem))_auto_1fr]"
        onSubmit={submit}
      >
        <Fragment key={fields.key}>
          {/* Mounted again when the users arrive, because defaultValue only selects an option that exists at mount. */}
          <SelectField key={people.length} label={t.who} name="actor" defaultValue={address.actor ?? ""}>
            <option value="">{t.anybody}</option>
            {people.map(({ userId, name, email, isRemoved }) => (
              <option key={userId} value={userId}>
                {name || email}
                {isRemoved && ` (${t.removed})`}
              </option>
            ))}
          </SelectField>
          <SelectField label={t.what} name="area" defaultValue={address.area ?? ""}>
            <option value="">{t.anything}</option>
            {Object.entries(areaWords).map(([area, word]) => (
              <option key={area} value={area}>
                {word[language]}
              </option>
            ))}
          </SelectField>
          <TextField label={t.from} name="from" type="date" defaultValue={address.from ?? ""} />
          <TextField label={t.until} name="until" type="date" defaultValue={address.until ?? ""} />
        </Fragment>
        <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1">
          <Button type="submit">{t.apply}</Button>
          {isNarrowed(address) && <ButtonLink href="/panel/team/audit">{t.clear}</ButtonLink>}
        </div>
      </form>
    </search>
  );
}
