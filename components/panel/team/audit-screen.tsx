"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { type Fact, Facts } from "@/components/ui/facts";
import { State } from "@/components/ui/state";
import type { Catalogues, Translator } from "@/messages/catalogues";
import { auditAreas, auditList } from "@/server/domain/audit/audit-list";
import { errorCatalogue } from "@/server/domain/error-catalogue";
import { type ErrorCode, type Language, toPublicMessage } from "@/server/domain/errors";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import type { FilterTexts } from "../../ui/list/filter-texts";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { MiddleText } from "../../ui/list/middle-text";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import type { PanelOutputs } from "../outputs";
import { useTRPC, useTRPCClient } from "../trpc";
import { actionWord } from "./audit-actions";
import { detailFacts } from "./audit-detail";

/** How often the first page is read again, in ms. */
const everyMs = () => 30_000;

/** The account's audit log: who did what, when, and with which outcome (S36). */
export function AuditScreen() {
  const t = useTranslations("panel.audit");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(auditList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...trpc.audit.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const [opened, setOpened] = useState<AuditedAction | null>(null);
  return (
    <>
      <PageHead title={t("title")} back={{ href: "/panel/team", label: t("back") }}>
        {t("intro")}
      </PageHead>
      <List
        name="audit"
        caption={t("caption")}
        address={address}
        filters={useFilterTexts()}
        columns={useColumns(setOpened)}
        pages={pages}
        live={{
          pagesKey: trpc.audit.list.infiniteQueryKey(query),
          readFirst: () => client.audit.list.query(query),
          everyMs,
        }}
        rowKey={({ number }) => String(number)}
        empty={<Empty title={address.isNarrowed ? t("emptyFiltered") : t("empty")} />}
      />
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function useFilterTexts(): FilterTexts<typeof auditList> {
  const t = useTranslations("panel.audit");
  const { data: people } = useQuery(useTRPC().audit.people.queryOptions());
  return {
    actorId: {
      label: t("who"),
      options: people?.map(({ userId, name, email, isRemoved }) => ({
        value: userId,
        label: isRemoved ? t("removedPerson", { person: name || email }) : name || email,
      })),
    },
    area: { label: t("what"), options: auditAreas.map((value) => ({ value, label: t(`areas.${value}`) })) },
    at: { label: t("at") },
  };
}

function useColumns(open: (entry: AuditedAction) => void): ListColumn<AuditedAction>[] {
  const t = useTranslations("panel.audit");
  const words = useTranslations("shared.audit");
  return [
    {
      key: "at",
      head: t("at"),
      width: 12,
      card: "time",
      cell: ({ at }) => <DateTime at={at} style="second" />,
    },
    {
      key: "what",
      head: t("what"),
      width: 10,
      grows: true,
      card: "title",
      title: ({ action }) => actionWord(action, t, words),
      cell: (entry) => (
        <button
          type="button"
          data-opens
          className="block max-w-full cursor-pointer truncate text-left text-accent underline-offset-2 hover:underline"
          aria-label={t("ofEntry", { what: t("look"), action: actionWord(entry.action, t, words) })}
          onClick={() => open(entry)}
        >
          {actionWord(entry.action, t, words)}
        </button>
      ),
    },
    {
      key: "who",
      head: t("who"),
      width: 13,
      rank: 1,
      card: "state",
      title: ({ actorName }) => actorName,
      cell: ({ actorName }) => actorName,
    },
    {
      key: "subject",
      head: t("subject"),
      width: 12,
      rank: 2,
      title: ({ subject }) => subject ?? undefined,
      cell: ({ subject }) =>
        subject === null ? (
          "–"
        ) : (
          <span className="block max-w-full font-mono text-xs">
            <MiddleText text={subject} />
          </span>
        ),
    },
    {
      key: "outcome",
      head: t("outcome"),
      width: 9,
      card: "value",
      cell: ({ outcome }) => <OutcomeState outcome={outcome} />,
    },
  ];
}

/** All recorded data of one audited action. */
function AuditEntryDialog({ entry, onClose }: { entry: AuditedAction; onClose(): void }) {
  const t = useTranslations("panel.audit");
  const words = useTranslations("shared.audit");
  const roles = useTranslations("shared.roles");
  const language = useLanguage();
  const { number, endNumber, actorName, subject, code } = entry;
  const facts: Fact[] = [
    { term: t("outcome"), value: <OutcomeState outcome={entry.outcome} /> },
    ...(code === null ? [] : [{ term: t("why"), value: formatSentence(code, language) }]),
    { term: t("who"), value: `${actorName} (${actorKindText(entry.actorKind, t)})` },
    ...(subject === null ? [] : [{ term: t("subject"), value: <Code text={subject} /> }]),
    ...detailFacts(entry.detail, { language, t: words, roles }),
    { term: t("began"), value: <DateTime at={entry.at} style="second" /> },
    ...(entry.endedAt ? [{ term: t("ended"), value: <DateTime at={entry.endedAt} style="second" /> }] : []),
    { term: t("sourceIp"), value: <Code text={entry.sourceIp} /> },
    { term: t("action"), value: <Code text={entry.action} /> },
    { term: t("number"), value: endNumber === null ? String(number) : `${number}, ${endNumber}` },
    { term: t("hash"), value: <Code text={entry.hash} /> },
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={actionWord(entry.action, t, words)}
      description={entry.outcome === "unfinished" ? t("unfinishedHelp") : undefined}
      actions={<Button onClick={onClose}>{t("close")}</Button>}
    >
      <Facts facts={facts} />
    </Dialog>
  );
}

const Code = ({ text }: { text: string }) => <span className="font-mono text-xs wrap-anywhere">{text}</span>;

/** Returns the name of an actor's kind. One without a name in the catalogue is shown as it is recorded. */
function actorKindText(kind: string, t: Translator<"panel.audit">): string {
  const known = kind as keyof Catalogues["panel"]["audit"]["kinds"];
  return t.has(`kinds.${known}`) ? t(`kinds.${known}`) : kind;
}

/** Returns the catalogue's sentence for an error code, or the code itself when it is unknown. */
const formatSentence = (code: string, language: Language): string =>
  code in errorCatalogue ? toPublicMessage(code as ErrorCode, language) : code;

type AuditedAction = PanelOutputs["audit"]["list"]["items"][number];

const tones = { done: "good", refused: "bad", unfinished: "warn" } as const;

/** The outcome of an audited action. */
function OutcomeState({ outcome }: Pick<AuditedAction, "outcome">) {
  const t = useTranslations("panel.audit");
  return <State tone={tones[outcome]}>{t(`outcomes.${outcome}`)}</State>;
}
