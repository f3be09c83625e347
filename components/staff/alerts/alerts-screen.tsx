"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { alertKinds, alertList, alertStates } from "@/server/domain/alerts";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { MiddleText } from "../../ui/list/middle-text";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useTRPC, useTRPCClient } from "../trpc";
import { AlertState } from "./alert-state";
import type { Alert } from "./alert-types";

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
  const { query } = address;
  const pages = useInfiniteQuery({ ...alert.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = pages.data?.pages.flatMap(({ items }) => items).find(({ alertId }) => alertId === openId);
  return (
    <>
      <PageHead title={t("title")} />
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
        columns={useAlertColumns(setOpenId)}
        pages={pages}
        live={{
          pagesKey: alert.list.infiniteQueryKey(query),
          readFirst: () => client.alert.list.query(query),
          everyMs,
        }}
        rowKey={({ alertId }) => alertId}
        empty={<Empty title={t(address.isNarrowed ? "noneFound" : "none")} />}
      />
      {opened && <AlertDialog alert={opened} onClose={() => setOpenId(null)} />}
    </>
  );
}

function useAlertColumns(open: (alertId: string) => void): ListColumn<Alert>[] {
  const t = useTranslations("staff.alerts");
  const kinds = useTranslations("staff.alertKinds");
  return [
    {
      key: "kind",
      head: t("kind"),
      width: 16,
      grows: true,
      card: "title",
      title: ({ detail }) => detail,
      cell: ({ alertId, kind }) => (
        <button
          type="button"
          data-opens
          className="block max-w-full cursor-pointer truncate text-left text-accent underline-offset-2 hover:underline"
          onClick={() => open(alertId)}
        >
          {kinds(kind)}
        </button>
      ),
    },
    { key: "state", head: t("state"), width: 9, card: "state", cell: ({ state }) => <AlertState state={state} /> },
    {
      key: "subject",
      head: t("subject"),
      width: 12,
      rank: 2,
      card: "note",
      title: ({ subject }) => subject,
      cell: ({ subject }) => (
        <span className="block max-w-full font-mono text-xs">
          <MiddleText text={subject} />
        </span>
      ),
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
