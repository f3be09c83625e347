"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { type Fact, Facts } from "@/components/ui/facts";
import { State } from "@/components/ui/state";
import { errorCatalogue } from "@/server/domain/error-catalogue";
import { type ErrorCode, type Language, toPublicMessage } from "@/server/domain/errors";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Pager } from "../../ui/pager";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { actionWord } from "./audit-actions";
import { type AuditAddress, isNarrowed, toAuditAddress, toAuditQuery } from "./audit-address";
import { detailFact } from "./audit-detail";
import { AuditFilters } from "./audit-filters";
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

/** All recorded data of one audited action. */
function AuditEntryDialog({ entry, onClose }: { entry: AuditedAction; onClose(): void }) {
  const t = useWords(auditWords);
  const language = useLanguage();
  const { number, endNumber, actorKind, actorName, subject, code } = entry;
  const kind = t.kinds[actorKind as keyof typeof t.kinds] ?? actorKind;
  const facts: Fact[] = [
    { term: t.outcome, value: <OutcomeState outcome={entry.outcome} /> },
    ...(code === null ? [] : [{ term: t.why, value: formatSentence(code, language) }]),
    { term: t.who, value: `${actorName} (${kind})` },
    ...(subject === null ? [] : [{ term: t.subject, value: <Code text={subject} /> }]),
    ...detailFacts(entry, language),
    { term: t.began, value: <DateTime at={entry.at} style="second" /> },
    ...(entry.endedAt ? [{ term: t.ended, value: <DateTime at={entry.endedAt} style="second" /> }] : []),
    { term: t.sourceIp, value: <Code text={entry.sourceIp} /> },
    { term: t.action, value: <Code text={entry.action} /> },
    { term: t.number, value: endNumber === null ? String(number) : `${number}, ${endNumber}` },
    { term: t.hash, value: <Code text={entry.hash} /> },
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={actionWord(entry.action, language)}
      description={entry.outcome === "unfinished" ? t.unfinishedHelp : undefined}
      actions={<Button onClick={onClose}>{t.close}</Button>}
    >
      <Facts facts={facts} />
    </Dialog>
  );
}

const Code = ({ text }: { text: string }) => <span className="font-mono text-xs wrap-anywhere">{text}</span>;

const detailFacts = ({ detail }: AuditedAction, language: Language): Fact[] =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => detailFact(name, value, language));

/** Returns the catalogue's sentence for an error code, or the code itself when it is unknown. */
const formatSentence = (code: string, language: Language): string =>
  code in errorCatalogue ? toPublicMessage(code as ErrorCode, language) : code;

type AuditedAction = PanelOutputs["audit"]["list"]["items"][number];

const tones = { done: "good", refused: "bad", unfinished: "warn" } as const;

/** The outcome of an audited action. */
function OutcomeState({ outcome }: Pick<AuditedAction, "outcome">) {
  const t = useWords(auditWords);
  return <State tone={tones[outcome]}>{t.outcomes[outcome]}</State>;
}
