import type { ReactNode } from "react";
import type { ListColumn } from "./columns";
import { ListTable } from "./list-table";

interface ShortListProps<Row> {
  /** What the list contains, for screen readers. */
  readonly caption: string;
  readonly columns: readonly ListColumn<Row>[];
  /** All rows; undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  /** Shown when the list has no rows. */
  readonly empty: ReactNode;
  /** The number of placeholder rows while the rows are loading, at most 10. */
  readonly skeletonCount?: number;
}

/**
 * A list of a few records that are read at once, such as the keys of an account. Its columns are declared like those of
 * `List`, and its rows are the same cards where it is narrow. It has no bar, no order to choose and no pages.
 */
export const ShortList = <Row,>({ empty, skeletonCount = 3, ...table }: ShortListProps<Row>) =>
  table.rows?.length === 0 ? empty : <ListTable {...table} isShort skeletonCount={skeletonCount} />;
