"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import Link from "next/link";
import { DateTime } from "@/components/ui/date-time";
import { LoadMore } from "@/components/ui/load-more";
import type { PanelRouter } from "@/server/entry/panel/router-type";
import { Empty } from "../../../ui/empty";
import { FailureNotice } from "../../../ui/failure";
import { useWords } from "../../../ui/language";
import { PageHead } from "../../../ui/page-head";
import { type Column, Table } from "../../../ui/table";
import { useTRPC } from "../../trpc";
import { DeveloperTabs } from "../developer-tabs";
import { AnswerState } from "./answer-state";
import { RequestFilterForm } from "./request-filter-form";
import type { RequestFilters } from "./request-filters";
import { requestWords } from "./request-words";

type Row = inferRouterOutputs<PanelRouter>["request"]["list"]["items"][number];

/** The log of the account's API requests. It is fetched again regularly while only the first page is open. */
export function RequestsScreen({ filters }: { filters: RequestFilters }) {
  const t = useWords(requestWords);
  const trpc = useTRPC();
  const list = useInfiniteQuery(
    trpc.request.list.infiniteQueryOptions(filters, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : 4_000),
    }),
  );
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const isFiltered = Object.values(filters).some((value) => value !== null);
  return (
    <>
      <PageHead title={t.title}>{t.about}</PageHead>
      <DeveloperTabs />
      <RequestFilterForm filters={filters} isFiltered={isFiltered} />
      {list.isError && !rows ? (
        <FailureNotice error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <RequestTable rows={rows} isFiltered={isFiltered} />
      )}
      <LoadMore list={list} />
      <p className="mt-4 text-ink-soft">{t.end}</p>
    </>
  );
}

function RequestTable({ rows, isFiltered }: { rows: readonly Row[] | undefined; isFiltered: boolean }) {
  const t = useWords(requestWords);
  const columns: readonly Column<Row>[] = [
    { key: "answer", head: t.answered, cell: ({ status, code }) => <AnswerState {...{ status, code }} /> },
    {
      key: "path",
      head: t.path,
      cell: ({ id, method, path, at }) => (
        <>
          <Link
            href={`/panel/developers/requests/${id}`}
            className="group inline-flex min-h-7 items-center gap-2 font-mono text-xs max-sm:min-h-11"
          >
            <span className="w-12 shrink-0 text-ink-soft">{method}</span>
            <span className="text-accent underline-offset-2 wrap-anywhere group-hover:underline">{path}</span>
          </Link>
          <span className="block pb-1 text-xs text-ink-soft sm:hidden">
            <DateTime at={at} style="second" />
          </span>
        </>
      ),
    },
    {
      key: "duration",
      head: t.duration,
      cell: ({ durationMs }) => t.ms(durationMs),
      align: "right",
      hiddenBelow: "sm",
    },
    { key: "key", head: t.key, cell: ({ keyName }) => keyName ?? t.revokedKey, hiddenBelow: "lg" },
    { key: "at", head: t.at, cell: ({ at }) => <DateTime at={at} style="second" />, hiddenBelow: "sm" },
  ];
  const empty = isFiltered ? (
    <Empty title={t.noMatch}>{t.noMatchHelp}</Empty>
  ) : (
    <Empty title={t.empty}>{t.emptyHelp}</Empty>
  );
  return <Table caption={t.list} columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />;
}
