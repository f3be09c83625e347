"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateTime } from "@/components/ui/date-time";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Pager } from "../../ui/pager";
import { type Column, Table } from "../../ui/table";
import { useTRPC } from "../trpc";
import { actionWord } from "./audit-actions";
import { type AuditAddress, isNarrowed, toAuditAddress, toAuditQuery } from "./audit-address";
import { AuditEntryDialog } from "./audit-entry-dialog";
import { AuditFilters } from "./audit-filters";
import { type AuditedAction, OutcomeState } from "./audit-outcome";
import { auditWords } from "./audit-words";

/** The account's audit log: who did what, when, and with which outcome (S36). */
export function AuditScreen({ address }: { address: AuditAddress }) {
  const t = useWords(auditWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.audit.list.queryOptions(toAuditQuery(address)));
  const [opened, setOpened] = useState<AuditedAction | null>(null);
  const columns = useColumns(setOpened);
  return (
    <>
      <PageHead title={t.title} back={{ href: "/panel/team", label: t.back }}>
        {t.intro}
      </PageHead>
      <AuditFilters address={address} />
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={t.caption}
          columns={columns}
          rows={data?.items}
          rowKey={({ number }) => String(number)}
          skeletonRows={10}
          empty={<Empty title={isNarrowed(address) ? t.emptyFiltered : t.empty} />}
        />
      )}
      <Pager
        newest={address.before === null ? null : toAuditAddress({ ...address, before: null })}
        older={data?.nextCursor ? toAuditAddress({ ...address, before: data.nextCursor }) : null}
      />
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function useColumns(open: (entry: AuditedAction) => void): Column<AuditedAction>[] {
  const t = useWords(auditWords);
  const language = useLanguage();
  return [
    { key: "at", head: t.at, hiddenBelow: "sm", cell: ({ at }) => <DateTime at={at} style="second" /> },
    {
      key: "what",
      head: t.what,
      cell: ({ action, actorName, at }) => (
        <div className="py-1 wrap-anywhere">
          {actionWord(action, language)}
          <span className="block text-ink-soft sm:hidden">
            {actorName} · <DateTime at={at} />
          </span>
        </div>
      ),
    },
    {
      key: "who",
      head: t.who,
      hiddenBelow: "sm",
      cell: ({ actorName }) => <span className="wrap-anywhere">{actorName}</span>,
    },
    {
      key: "subject",
      head: t.subject,
      hiddenBelow: "lg",
      cell: ({ subject }) => <span className="font-mono text-xs wrap-anywhere">{subject ?? "–"}</span>,
    },
    { key: "outcome", head: t.outcome, cell: ({ outcome }) => <OutcomeState outcome={outcome} /> },
    {
      key: "look",
      head: <span className="sr-only">{t.look}</span>,
      align: "right",
      cell: (entry) => (
        <Button aria-label={t.ofEntry(t.look, actionWord(entry.action, language))} onClick={() => open(entry)}>
          {t.look}
        </Button>
      ),
    },
  ];
}
