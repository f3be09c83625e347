import { type InfiniteData, keepPreviousData } from "@tanstack/react-query";

/** A page of a list, as its procedure answers it. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  /** The cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

export type ListPages<Row> = InfiniteData<ListPage<Row>, string | null>;

/** The paging options of infinite queries, shared by the server's prefetch and the browser. */
export const cursorPaging = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};

/**
 * How the browser reads the pages of a list: the former rows stay while other filters are read. The pages are not read
 * again when the window gets the focus, because rows would move under the reader; `LiveList` reads the first page.
 */
export const listReading = { placeholderData: keepPreviousData, refetchOnWindowFocus: false } as const;

/** The shown pages after the first page was read again. */
export interface MergedPages<Row> {
  readonly pages: ListPages<Row>;
  /** The number of rows of the new first page that are not shown. */
  readonly freshCount: number;
  /** Whether a shown row is not in the list any more, or not at its place. */
  readonly isChanged: boolean;
}

/**
 * Brings a newly read first page into the shown pages. When it may not move rows, it changes only rows in their places
 * and counts what it does not show.
 * @param mayMove whether rows may move: the reader sees the beginning of the list and has not loaded more
 */
export function mergeFirstPage<Row>(
  shown: ListPages<Row>,
  first: ListPage<Row>,
  { rowKey, mayMove }: { rowKey(row: Row): string; mayMove: boolean },
): MergedPages<Row> {
  if (mayMove) return { pages: onlyFirst(shown, first), freshCount: 0, isChanged: false };
  const fresh = new Map(first.items.map((row) => [rowKey(row), row]));
  // What else the first page says, such as the time at which it was read, is taken from the new one.
  const pages = shown.pages.map((page, index) => ({
    ...(index === 0 ? first : page),
    nextCursor: page.nextCursor,
    items: page.items.map((row) => fresh.get(rowKey(row)) ?? row),
  }));
  const known = new Set(shown.pages.flatMap(({ items }) => items.map(rowKey)));
  const freshCount = first.items.filter((row) => !known.has(rowKey(row))).length;
  // Each new row pushes one shown row off the first page. What is missing beyond that has left the list.
  const missingCount = shown.pages[0]?.items.filter((row) => !fresh.has(rowKey(row))).length ?? 0;
  return { pages: { pages, pageParams: shown.pageParams }, freshCount, isChanged: missingCount > freshCount };
}

/** Returns the list with only its first page, which was read again. */
export const onlyFirst = <Row>(shown: ListPages<Row>, first: ListPage<Row>): ListPages<Row> => ({
  pages: [first],
  pageParams: shown.pageParams.slice(0, 1),
});
