"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { FailureNotice } from "../ui/failure";
import { TextField } from "../ui/field";
import { useWords } from "../ui/language";
import { PageHead } from "../ui/page-head";
import { type Column, Table } from "../ui/table";
import { TextLink } from "../ui/text-link";
import { PartnerState } from "./partner-state";
import type { FoundPartner } from "./partner-types";
import { staffWords } from "./staff-words";
import { useTRPC } from "./trpc";

/** Cuts an API key down to the prefix that the search uses, because the rest is a secret and must not enter the URL. */
const withoutSecret = (text: string): string => text.replace(/\b(sk_(?:test|live)_[A-Za-z0-9]{8})\S*/g, "$1");

/** Finds a merchant by any identifier that staff have. */
export function PartnersScreen({ text }: { text: string }) {
  const t = useWords(staffWords);
  const router = useRouter();
  const found = useQuery(useTRPC().partner.find.queryOptions({ text }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = withoutSecret(String(new FormData(event.currentTarget).get("q")).trim());
    router.push(wanted === "" ? "/staff" : `/staff?${new URLSearchParams({ q: wanted })}`);
  };
  return (
    <>
      <PageHead title={t.partners} />
      <search>
        <form key={text} className="mb-6 flex flex-wrap items-start gap-2" onSubmit={submit}>
          <TextField
            label={t.findLabel}
            hint={t.findHint}
            name="q"
            type="search"
            defaultValue={text}
            maxLength={256}
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 grow"
          />
          <Button type="submit" tone="primary" className="sm:mt-[1.625rem]">
            {t.find}
          </Button>
        </form>
      </search>
      {found.isError ? (
        <FailureNotice error={found.error} onRetry={() => found.refetch()} />
      ) : (
        <FoundTable rows={found.data} />
      )}
    </>
  );
}

function FoundTable({ rows }: { rows: readonly FoundPartner[] | undefined }) {
  const t = useWords(staffWords);
  const columns: readonly Column<FoundPartner>[] = [
    {
      key: "name",
      head: t.name,
      cell: ({ partnerId, name }) => <TextLink href={`/staff/partners/${partnerId}`}>{name}</TextLink>,
    },
    {
      key: "status",
      head: t.status,
      cell: ({ status, acceptanceHeld }) => <PartnerState status={status} isHeld={acceptanceHeld} />,
    },
    {
      key: "id",
      head: t.id,
      cell: ({ partnerId }) => <span className="font-mono text-xs">{partnerId}</span>,
      hiddenBelow: "sm",
    },
    { key: "foundBy", head: t.foundBy, cell: ({ foundBy }) => t.clues[foundBy], hiddenBelow: "lg" },
  ];
  return (
    <Table
      caption={t.found}
      columns={columns}
      rows={rows}
      rowKey={({ partnerId }) => partnerId}
      empty={<Empty title={t.none}>{t.noneHelp}</Empty>}
    />
  );
}
