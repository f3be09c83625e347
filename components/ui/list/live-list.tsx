"use client";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Catalogues } from "@/messages/catalogues";
import { type ListPage, type ListPages, mergeFirstPage, onlyFirst } from "./list-pages";

/** The name of a list: it names its new rows in the catalogue and keeps its columns in the browser. */
export type ListName = keyof Catalogues["shared"]["list"]["fresh"];

/** How a list follows its records. */
export interface LiveSource<Row> {
  /** The key of the query of all pages. */
  readonly pagesKey: QueryKey;
  readFirst(): Promise<ListPage<Row>>;
  /** Returns how often the first page is read again, in ms. */
  everyMs(rows: readonly Row[]): number;
}

interface LiveListProps<Row> extends LiveSource<Row> {
  readonly name: ListName;
  readonly shown: ListPages<Row>;
  /** When the shown pages were read. */
  readonly shownAt: number;
  rowKey(row: Row): string;
  /** The element at the beginning of the rows. */
  readonly top: RefObject<HTMLElement | null>;
}

/**
 * Reads the first page of a list again while the page is visible, and shows whether that works. Rows move only while
 * the reader sees the beginning of the list and has not loaded more. They also stay under the pointer and the focus,
 * because the reader could open the wrong row. Otherwise a button announces the new rows.
 */
export function LiveList<Row>(props: LiveListProps<Row>) {
  const { name, shown, shownAt, pagesKey, readFirst, everyMs, rowKey, top } = props;
  const t = useTranslations("shared.list");
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<{ freshCount: number; isChanged: boolean } | null>(null);
  const {
    data: first,
    dataUpdatedAt: firstAt,
    isError,
  } = useQuery({
    queryKey: [...pagesKey, "first"],
    queryFn: readFirst,
    initialData: shown.pages[0],
    initialDataUpdatedAt: shownAt,
    refetchOnMount: false,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => everyMs(state.data?.items ?? []),
  });
  useEffect(() => {
    if (!first || firstAt <= shownAt) return;
    const isUnused = isAtRest(top.current);
    const merge = (pages: ListPages<Row>) =>
      mergeFirstPage(pages, first, { rowKey, mayMove: isUnused && pages.pages.length === 1 });
    // More pages may have arrived since this render.
    client.setQueryData<ListPages<Row>>(pagesKey, (present = shown) => merge(present).pages, { updatedAt: firstAt });
    const { freshCount, isChanged } = merge(shown);
    setWaiting(freshCount > 0 || isChanged ? { freshCount, isChanged } : null);
  }, [client, first, firstAt, pagesKey, rowKey, shown, shownAt, top]);
  const refresh = () => {
    // The button that was pressed disappears.
    top.current?.focus({ preventScroll: true });
    if (first) client.setQueryData<ListPages<Row>>(pagesKey, (present = shown) => onlyFirst(present, first));
    setWaiting(null);
    top.current?.scrollIntoView({ block: "nearest" });
  };
  // Once all pages were read again, nothing that an older first page announced is missing.
  const announced = firstAt < shownAt ? null : waiting;
  return (
    <span aria-live="polite" className="inline-flex items-center gap-2">
      {announced && (
        <button
          type="button"
          className="inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-control bg-accent px-2.5 font-medium text-accent-ink hover:opacity-90 pointer-coarse:min-h-11"
          onClick={refresh}
        >
          <RefreshCw aria-hidden="true" size={14} />
          {announced.freshCount > 0 ? t(`fresh.${name}`, { count: announced.freshCount }) : t("live.changed")}
        </button>
      )}
      <span
        className="inline-flex items-center gap-1.5 text-ink-soft"
        title={isError ? t("live.offHelp") : t("live.onHelp")}
      >
        <span aria-hidden="true" className={`size-2 rounded-full ${isError ? "bg-warn" : "bg-good"}`} />
        {isError ? t("live.off") : t("live.on")}
      </span>
    </span>
  );
}

/** Returns whether the reader sees the beginning of a list and uses none of its rows. */
const isAtRest = (list: HTMLElement | null): boolean =>
  list === null || (list.getBoundingClientRect().top >= 0 && !list.matches(":hover") && !list.querySelector(":focus"));
