"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { PageHead } from "../../ui/page-head";
import { Pager } from "../../ui/pager";
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
      <Pager
        newest={address.before === null ? null : auditAddressOf({ ...address, before: null })}
        older={data?.nextCursor ? auditAddressOf({ ...address, before: data.nextCursor }) : null}
      />
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function useColumns(open: (entry: AuditedAction) => void): Column<AuditedAction>[] {
  const said = useWords(auditWords);
  const language = useLanguage();
  return [
    { key: "at", head: said.at, hiddenBelow: "sm", cell: ({ at }) => <Moment at={at} style="second" /> },
    {
      key: "what",
      head: said.what,
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
      key: "who",
      head: said.who,
      hiddenBelow: "sm",
      cell: ({ actorName }) => <span className="wrap-anywhere">{actorName}</span>,
    },
    {
      key: "subject",
      head: said.subject,
      hiddenBelow: "lg",
      cell: ({ subject }) => <span className="font-mono text-xs wrap-anywhere">{subject ?? "–"}</span>,
    },
    { key: "outcome", head: said.outcome, cell: ({ outcome }) => <OutcomeState outcome={outcome} /> },
    {
      key: "look",
      head: <span className="sr-only">{said.look}</span>,
      align: "right",
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
