"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { PageHead } from "../../ui/page-head";
import { type Column, Table } from "../../ui/table";
import { useTRPC } from "../trpc";
import { actionWord } from "./audit-actions";
import { type AuditAddress, auditAddressOf, auditQueryOf, isNarrowed } from "./audit-address";
import { AuditEntryDialog } from "./audit-entry-dialog";
import { AuditFilters } from "./audit-filters";
import { type AuditedAction, OutcomeState } from "./audit-outcome";
import { auditWords } from "./audit-words";

/** What was done in the account, by whom, and what became of it (S36). */
export function AuditScreen({ address }: { address: AuditAddress }) {
  const said = useWords(auditWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.audit.list.queryOptions(auditQueryOf(address)));
  const [opened, setOpened] = useState<AuditedAction | null>(null);
  const columns = useColumns(setOpened);
  return (
    <>
      <PageHead title={said.title} back={{ href: "/panel/team", label: said.back }}>
        {said.intro}
      </PageHead>
      <AuditFilters address={address} />
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={said.caption}
          columns={columns}
          rows={data?.items}
          keyOf={({ number }) => String(number)}
          skeletonRows={10}
          empty={<Empty title={isNarrowed(address) ? said.emptyFiltered : said.empty} />}
        />
      )}
      <Pages address={address} nextCursor={data?.nextCursor ?? null} />
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function useColumns(open: (entry: AuditedAction) => void): Column<AuditedAction>[] {
  const said = useWords(auditWords);
  const language = useLanguage();
  return [
    {
      ...{ key: "at", head: said.at, hiddenBelow: "sm" },
      cell: ({ at }) => <Moment at={at} style="second" />,
    },
    {
      ...{ key: "what", head: said.what },
      cell: ({ action, actorName, at }) => (
        <div className="py-1 wrap-anywhere">
          {actionWord(action, language)}
          <span className="block text-ink-soft sm:hidden">
            {actorName} · <Moment at={at} />
          </span>
        </div>
      ),
    },
    {
      ...{ key: "who", head: said.who, hiddenBelow: "sm" },
      cell: ({ actorName }) => <span className="wrap-anywhere">{actorName}</span>,
    },
    {
      ...{ key: "subject", head: said.subject, hiddenBelow: "lg" },
      cell: ({ subject }) => <span className="font-mono text-xs wrap-anywhere">{subject ?? "–"}</span>,
    },
    { key: "outcome", head: said.outcome, cell: ({ outcome }) => <OutcomeState outcome={outcome} /> },
    {
      ...{ key: "look", head: <span className="sr-only">{said.look}</span>, align: "right" },
      cell: (entry) => (
        <Button
          aria-label={said.ofEntry(said.look, actionWord(entry.action, language))}
          onClick={() => open(entry)}
        >
          {said.look}
        </Button>
      ),
    },
  ];
}

function Pages({ address, nextCursor }: { address: AuditAddress; nextCursor: string | null }) {
  const said = useWords(auditWords);
  if (address.before === null && nextCursor === null) return null;
  return (
    <div className="mt-4 flex justify-end gap-2">
      {address.before !== null && (
        <ButtonLink href={auditAddressOf({ ...address, before: null })}>{said.newest}</ButtonLink>
      )}
      {nextCursor !== null && (
        <ButtonLink href={auditAddressOf({ ...address, before: nextCursor })}>{said.older}</ButtonLink>
      )}
    </div>
  );
}
