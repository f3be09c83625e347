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

/** Of an API key only the beginning that it is found by leaves the field: the rest is a secret. */
const withoutSecret = (text: string): string => text.replace(/\b(sk_(?:test|live)_[A-Za-z0-9]{8})\S*/g, "$1");

/** Finds a merchant by whatever staff have in their hands. */
export function PartnersScreen({ text }: { text: string }) {
  const said = useWords(staffWords);
  const router = useRouter();
  const found = useQuery(useTRPC().partner.find.queryOptions({ text }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = withoutSecret(String(new FormData(event.currentTarget).get("q")).trim());
    router.push(wanted === "" ? "/staff" : `/staff?${new URLSearchParams({ q: wanted })}`);
  };
  return (
    <>
      <PageHead title={said.partners} />
      <search>
        <form key={text} className="mb-6 flex flex-wrap items-start gap-2" onSubmit={submit}>
          <TextField
            label={said.findLabel}
            hint={said.findHint}
            name="q"
            type="search"
            defaultValue={text}
            maxLength={256}
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 grow"
          />
          <Button type="submit" tone="primary" className="sm:mt-[1.625rem]">
            {said.find}
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
  const said = useWords(staffWords);
  const columns: readonly Column<FoundPartner>[] = [
    {
      key: "name",
      head: said.name,
      cell: ({ partnerId, name }) => <TextLink href={`/staff/partners/${partnerId}`}>{name}</TextLink>,
    },
    {
      key: "status",
      head: said.status,
      cell: ({ status, acceptanceHeld }) => <PartnerState status={status} isHeld={acceptanceHeld} />,
    },
    {
      key: "id",
      head: said.id,
      cell: ({ partnerId }) => <span className="font-mono text-xs">{partnerId}</span>,
      hiddenBelow: "sm",
    },
    { key: "foundBy", head: said.foundBy, cell: ({ foundBy }) => said.clues[foundBy], hiddenBelow: "lg" },
  ];
  return (
    <Table
      caption={said.found}
      columns={columns}
      rows={rows}
      keyOf={({ partnerId }) => partnerId}
      empty={<Empty title={said.none}>{said.noneHelp}</Empty>}
    />
  );
}
