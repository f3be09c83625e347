"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { changeKinds, changeList } from "@/server/domain/approvals/change-list";
import { changeStates } from "@/server/domain/states";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { RowLink } from "../../ui/list/row-link";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useTRPC, useTRPCClient } from "../trpc";
import { ChangeState } from "./change-state";
import type { ChangeItem } from "./change-types";

/** How often the first page is read again, in ms. */
const everyMs = () => 15_000;

/** The changes that need two people: the waiting ones and the decided ones. */
export function ApprovalsScreen() {
  const t = useTranslations("staff.approvals");
  const { approval } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(changeList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...approval.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  return (
    <>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <List
        name="changes"
        caption={t("caption")}
        address={address}
        filters={{
          status: {
            label: t("status"),
            options: changeStates.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          kind: { label: t("kind"), options: changeKinds.map((value) => ({ value, label: t(`kinds.${value}`) })) },
        }}
        columns={useChangeColumns()}
        pages={pages}
        live={{
          pagesKey: approval.list.infiniteQueryKey(query),
          readFirst: () => client.approval.list.query(query),
          everyMs,
        }}
        rowKey={({ changeId }) => changeId}
        empty={<Empty title={t("empty")}>{t("emptyHelp")}</Empty>}
      />
    </>
  );
}

function useChangeColumns(): ListColumn<ChangeItem>[] {
  const t = useTranslations("staff.approvals");
  return [
    {
      key: "kind",
      head: t("kind"),
      width: 12,
      grows: true,
      card: "title",
      title: ({ kind }) => t(`kinds.${kind}`),
      cell: ({ changeId, kind }) => (
        <RowLink href={`/staff/approvals/${changeId}`}>
          <span className="truncate">{t(`kinds.${kind}`)}</span>
        </RowLink>
      ),
    },
    {
      key: "status",
      head: t("status"),
      width: 8,
      card: "value",
      cell: ({ status }) => <ChangeState status={status} />,
    },
    {
      key: "partner",
      head: t("partner"),
      width: 12,
      rank: 1,
      card: "state",
      title: ({ partner }) => partner?.name ?? "",
      cell: ({ partner }) => <span className="truncate">{partner?.name ?? t("noPartner")}</span>,
    },
    {
      key: "reason",
      head: t("reason"),
      width: 14,
      rank: 3,
      card: "line",
      title: ({ reason }) => reason,
      cell: ({ reason }) => <span className="truncate">{reason}</span>,
    },
    {
      key: "proposedBy",
      head: t("proposedBy"),
      width: 12,
      rank: 2,
      title: ({ proposedBy }) => proposedBy,
      cell: ({ proposedBy }) => <span className="truncate">{proposedBy}</span>,
    },
    {
      key: "proposed",
      head: t("proposed"),
      width: 10,
      card: "time",
      cell: ({ proposedAt }) => <DateTime at={proposedAt} />,
    },
  ];
}
