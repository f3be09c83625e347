"use client";
import { type ReactNode, useRef } from "react";
import type { ListDeclaration, ListQuery, ListSort } from "@/server/domain/lists";
import { FailureNotice } from "../failure";
import { LoadMore, type PagedList } from "../load-more";
import { Refreshing } from "../refreshing";
import type { ListColumn } from "./columns";
import type { FilterTexts, SearchText } from "./filter-texts";
import { ListBar } from "./list-bar";
import type { ListPages } from "./list-pages";
import { ListTable } from "./list-table";
import { type ListName, LiveList, type LiveSource } from "./live-list";
import { useColumnChoice } from "./use-column-choice";
import type { ListAddress } from "./use-list-address";

/** The part of an infinite query that a list uses. */
interface ReadPages<Row> extends Omit<PagedList, "data"> {
  readonly data: ListPages<Row> | undefined;
  readonly dataUpdatedAt: number;
  refetch(): unknown;
}

interface ListProps<L extends ListDeclaration, Row> {
  readonly name: ListName;
  /** What the list contains, for screen readers. */
  readonly caption: string;
  readonly address: ListAddress<L>;
  readonly filters: FilterTexts<L>;
  readonly search?: SearchText;
  readonly columns: readonly ListColumn<Row>[];
  readonly pages: ReadPages<Row>;
  /** Absent for a list that does not follow its records. */
  readonly live?: LiveSource<Row>;
  rowKey(row: Row): string;
  /** Shown when the list has no rows. */
  readonly empty: ReactNode;
  /** Hides the bar while there are no records at all, so that there is nothing to filter. */
  readonly hidesBarWhenEmpty?: boolean;
}

/**
 * A list of records: its filters and its order are in the address of the page, its columns are chosen by the user, its
 * rows fit its width, it continues page by page, and it follows its records.
 */
export function List<L extends ListDeclaration, Row>(props: ListProps<L, Row>) {
  const { name, caption, address, filters, search, columns, pages, live, rowKey, empty, hidesBarWhenEmpty } = props;
  const [choice, setChoice] = useColumnChoice(name);
  const top = useRef<HTMLDivElement>(null);
  const { data, error, isPlaceholderData, isFetchNextPageError, dataUpdatedAt } = pages;
  const read = data?.pages.flatMap(({ items }) => items);
  // That no row fitted the former filters says nothing about those that are being read.
  const rows = isPlaceholderData && read?.length === 0 ? undefined : read;
  const hasNoBar = hidesBarWhenEmpty && !address.isNarrowed && rows?.length === 0;
  const status = live && data && !isPlaceholderData && (
    <LiveList
      key={JSON.stringify(live.pagesKey, (_, value) => (typeof value === "bigint" ? String(value) : value))}
      {...live}
      {...{ name, rowKey, top }}
      shown={data}
      shownAt={dataUpdatedAt}
    />
  );
  return (
    <>
      {hasNoBar ? (
        <div className="mb-3 flex justify-end">{status}</div>
      ) : (
        <ListBar
          {...{ address, filters, search, columns, choice, status }}
          onChoice={setChoice}
          onReadAgain={pages.refetch}
        />
      )}
      {error && !data && !isFetchNextPageError ? (
        <FailureNotice error={error} onRetry={pages.refetch} />
      ) : (
        <Refreshing isStale={isPlaceholderData}>
          <div ref={top} tabIndex={-1}>
            {rows?.length === 0 ? (
              empty
            ) : (
              <ListTable
                {...{ caption, columns, choice, rows, rowKey }}
                sort={address.query.sort}
                onSort={(sort) => address.change({ sort: sort as ListSort<L> } as Partial<ListQuery<L>>)}
              />
            )}
          </div>
          <LoadMore list={pages} />
        </Refreshing>
      )}
    </>
  );
}
