"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { requestAreas, requestMethods, statusClasses } from "@/server/domain/accounts/request-filters";
import { requestList } from "@/server/domain/accounts/request-list";
import { Empty } from "../../../ui/empty";
import type { ListColumn } from "../../../ui/list/columns";
import type { FilterTexts } from "../../../ui/list/filter-texts";
import { List } from "../../../ui/list/list";
import { cursorPaging, listReading } from "../../../ui/list/list-pages";
import { RowLink } from "../../../ui/list/row-link";
import { useListAddress } from "../../../ui/list/use-list-address";
import { PageHead } from "../../../ui/page-head";
import { State } from "../../../ui/state";
import type { PanelOutputs } from "../../outputs";
import { useTRPC, useTRPCClient } from "../../trpc";
import { DeveloperTabs } from "../developer-tabs";
import { AnswerState } from "./answer-state";

type Row = PanelOutputs["request"]["list"]["items"][number];

/** How often the first page is read again, in ms. A developer tries something and looks here for it. */
const everyMs = 4_000;

/** The log of the account's API requests. */
export function RequestsScreen() {
  const t = useTranslations("panel.requests");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(requestList);
  const { query, isNarrowed } = address;
  const pages = useInfiniteQuery({ ...trpc.request.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  return (
    <>
      <PageHead title={t("title")}>{t("about")}</PageHead>
      <DeveloperTabs />
      <List
        name="requests"
        caption={t("list")}
        address={address}
        filters={useFilterTexts()}
        search={{ label: t("trace"), placeholder: t("trace"), hint: t("traceHint") }}
        columns={useColumns()}
        pages={pages}
        live={{
          pagesKey: trpc.request.list.infiniteQueryKey(query),
          readFirst: () => client.request.list.query(query),
          everyMs: () => everyMs,
        }}
        rowKey={({ id }) => id}
        empty={
          <Empty title={isNarrowed ? t("noMatch") : t("empty")}>{isNarrowed ? t("noMatchHelp") : t("emptyHelp")}</Empty>
        }
      />
      <p className="mt-4 text-ink-soft">{t("end")}</p>
    </>
  );
}

function useFilterTexts(): FilterTexts<typeof requestList> {
  const t = useTranslations("panel.requests");
  const keys = useQuery(useTRPC().request.keys.queryOptions());
  return {
    status: {
      label: t("status"),
      options: statusClasses.map((value) => ({ value, label: t(`statuses.${value}`) })),
    },
    area: { label: t("area"), options: requestAreas.map((value) => ({ value, label: t(`areas.${value}`) })) },
    method: { label: t("method"), options: requestMethods.map((value) => ({ value, label: value })) },
    keyId: { label: t("key"), options: keys.data?.map(({ keyId, name }) => ({ value: keyId, label: name })) },
  };
}

function useColumns(): ListColumn<Row>[] {
  const t = useTranslations("panel.requests");
  return [
    {
      key: "answer",
      head: t("answered"),
      width: 12,
      card: "state",
      title: ({ status, code }) => (code ? `${status} ${code}` : String(status)),
      cell: ({ status, code }) => <AnswerState {...{ status, code }} />,
    },
    {
      key: "path",
      head: t("path"),
      width: 14,
      grows: true,
      card: "title",
      title: ({ method, path }) => `${method} ${path}`,
      cell: ({ id, method, path, cardFields }) => (
        <RowLink href={`/panel/developers/requests/${id}`} className="font-mono text-xs">
          <span className="w-12 shrink-0 text-ink-soft">{method}</span>
          <span className="truncate">{path}</span>
          {cardFields !== null && <State tone="bad">{t("cardSent")}</State>}
        </RowLink>
      ),
    },
    {
      key: "duration",
      head: t("duration"),
      width: 6,
      align: "right",
      rank: 2,
      card: "value",
      cell: ({ durationMs }) => t("ms", { ms: durationMs }),
    },
    {
      key: "key",
      head: t("key"),
      width: 10,
      rank: 3,
      title: ({ keyName }) => keyName ?? t("revokedKey"),
      cell: ({ keyName }) => keyName ?? t("revokedKey"),
    },
    {
      key: "at",
      head: t("at"),
      width: 12,
      align: "right",
      rank: 1,
      card: "time",
      cell: ({ at }) => <DateTime at={at} style="second" />,
    },
  ];
}
