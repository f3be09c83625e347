"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { useTRPC } from "../trpc";
import { Age } from "./age";
import { AlertButton } from "./alert-button";
import { AlertSubject } from "./alert-subject";
import type { Alert } from "./alert-types";
import { NextStep } from "./next-step";
import { Severity } from "./severity";

/** How often the list is read again, in ms: the watch of the product looks as often. */
const everyMs = 15_000;

/** What is open now, the most urgent first: one line each, with its age, who looks after it, and the next step. */
export function OpenAlertsList({ onOpen }: { onOpen(alert: Alert): void }) {
  const t = useTranslations("staff.alerts");
  const { data } = useQuery({ ...useTRPC().alert.open.queryOptions(), refetchInterval: everyMs });
  const columns = useColumns(onOpen, data?.at ?? new Date(0));
  if (data === undefined) return null;
  const { items, hasMore } = data;
  return (
    <Section title={t("now")}>
      <ShortList
        caption={t("now")}
        columns={columns}
        rows={items}
        rowKey={({ alertId }) => alertId}
        empty={
          <p className="rounded-card border border-line px-4 py-3">
            <State tone="good">{t("nothingOpen")}</State>
          </p>
        }
      />
      {hasMore && <p className="mt-2 text-ink-soft">{t("hasMore", { count: items.length })}</p>}
    </Section>
  );
}

function useColumns(onOpen: (alert: Alert) => void, at: Date): ListColumn<Alert>[] {
  const t = useTranslations("staff.alerts");
  return [
    {
      key: "severity",
      head: t("severity"),
      width: 7,
      card: "state",
      cell: ({ kind }) => <Severity kind={kind} />,
    },
    {
      key: "kind",
      head: t("kind"),
      width: 16,
      card: "title",
      title: ({ detail }) => detail,
      cell: (alert) => <AlertButton alert={alert} onOpen={onOpen} />,
    },
    {
      key: "subject",
      head: t("subject"),
      width: 10,
      grows: true,
      rank: 1,
      card: "note",
      title: ({ subject }) => subject,
      cell: ({ subject }) => <AlertSubject subject={subject} />,
    },
    {
      key: "age",
      head: t("age"),
      width: 5,
      card: "time",
      cell: ({ createdAt }) => <Age since={createdAt} until={at} />,
    },
    {
      key: "owner",
      head: t("owner"),
      width: 10,
      rank: 3,
      card: "line",
      title: ({ acknowledgedBy }) => acknowledgedBy ?? t("noOwner"),
      cell: ({ acknowledgedBy }) =>
        acknowledgedBy ? (
          <span className="block max-w-full truncate">{acknowledgedBy}</span>
        ) : (
          <span className="text-ink-soft">{t("noOwner")}</span>
        ),
    },
    {
      key: "next",
      head: t("next"),
      width: 12,
      rank: 2,
      card: "action",
      cell: ({ kind, subject }) => <NextStep kind={kind} subject={subject} />,
    },
  ];
}
