"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { alertKinds, alertList, alertStates, toListedAlerts } from "@/server/domain/alerts";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { TextLink } from "../../ui/text-link";
import { useTRPC, useTRPCClient } from "../trpc";
import { AlertButton } from "./alert-button";
import { AlertState } from "./alert-state";
import { AlertSubject } from "./alert-subject";
import type { Alert } from "./alert-types";
import { OpenAlertsList } from "./open-alerts-list";
import { Severity } from "./severity";

/** Loaded when it is opened, with the form library. */
const AlertDialog = dynamic(async () => (await import("./alert-dialog")).AlertDialog);

/** How often the first page is read again, in ms. */
const everyMs = () => 15_000;

/** The alerts for staff: what they warn of, who looks after them, and how they ended. */
export function AlertsScreen() {
  const t = useTranslations("staff.alerts");
  const kinds = useTranslations("staff.alertKinds");
  const states = useTranslations("staff.alertStates");
  const { alert } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(alertList);
  const query = toListedAlerts(address.query);
  const pages = useInfiniteQuery({ ...alert.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const [opened, setOpened] = useState<Alert | null>(null);
  return (
    <>
      <PageHead title={t("title")} actions={<TextLink href="/staff/runbook">{t("toRunbook")}</TextLink>} />
      {!address.isNarrowed && <OpenAlertsList onOpen={setOpened} />}
      {!address.isNarrowed && <h2 className="mb-3 text-base font-semibold">{t("past")}</h2>}
      <List
        name="alerts"
        caption={t("caption")}
        address={address}
        filters={{
          state: { label: t("state"), options: alertStates.map((value) => ({ value, label: states(value) })) },
          kind: { label: t("kind"), options: alertKinds.map((value) => ({ value, label: kinds(value) })) },
          subject:
            query.subject === null
              ? null
              : { label: t("subject"), options: [{ value: query.subject, label: query.subject }] },
        }}
        columns={useAlertColumns(setOpened)}
        pages={pages}
        live={{
          pagesKey: alert.list.infiniteQueryKey(query),
          readFirst: () => client.alert.list.query(query),
          everyMs,
        }}
        rowKey={({ alertId }) => alertId}
        empty={<Empty title={t(address.isNarrowed ? "noneFound" : "nonePast")} />}
      />
      {opened && <AlertDialog alert={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function useAlertColumns(onOpen: (alert: Alert) => void): ListColumn<Alert>[] {
  const t = useTranslations("staff.alerts");
  return [
    {
      key: "kind",
      head: t("kind"),
      width: 16,
      grows: true,
      card: "title",
      title: ({ detail }) => detail,
      cell: (alert) => <AlertButton alert={alert} onOpen={onOpen} />,
    },
    {
      key: "severity",
      head: t("severity"),
      width: 7,
      rank: 4,
      isExtra: true,
      cell: ({ kind }) => <Severity kind={kind} />,
    },
    { key: "state", head: t("state"), width: 9, card: "state", cell: ({ state }) => <AlertState state={state} /> },
    {
      key: "subject",
      head: t("subject"),
      width: 12,
      rank: 2,
      card: "note",
      title: ({ subject }) => subject,
      cell: ({ subject }) => <AlertSubject subject={subject} />,
    },
    {
      key: "by",
      head: t("by"),
      width: 12,
      rank: 3,
      isExtra: true,
      cell: ({ acknowledgedBy, closedBy }) => closedBy ?? acknowledgedBy ?? "–",
    },
    {
      key: "created",
      head: t("created"),
      width: 10,
      align: "right",
      rank: 1,
      card: "time",
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
  ];
}
