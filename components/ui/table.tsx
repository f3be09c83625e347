import type { ReactNode } from "react";
import { SkeletonRows } from "./skeleton";

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  cell(row: Row): ReactNode;
  readonly align?: "right";
  /** The width of the table's place below which the column is hidden: `sm` is 36 rem, `lg` is 56 rem. */
  readonly hiddenBelow?: "sm" | "lg";
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while the rows are loading. */
  readonly rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  /** Shown instead of the table when there are no rows. */
  readonly empty: ReactNode;
  readonly skeletonRows?: number;
}

const hidden = { sm: "@max-xl:hidden", lg: "@max-4xl:hidden" } as const;

const cellClass = <Row,>({ align, hiddenBelow }: Column<Row>): string =>
  `px-2 @xl:px-3 ${align === "right" ? "text-right" : "text-left"} ${hiddenBelow ? hidden[hiddenBelow] : ""}`;

/** Makes the scrollable table focusable, so that it can be scrolled without a pointer (WCAG 2.1.1). */
const keyboardScrollProps = (caption: string) => ({ role: "group", "aria-label": caption, tabIndex: 0 });

/**
 * A table of figures whose rows are no records: tariffs, what a card would pay, the days of a chart. It scrolls inside
 * its frame when it is wider than its place, and its size depends on its place, not on the window. Records are shown by
 * `List`, or by `ShortList` where they are few (D-221).
 */
export function Table<Row>({ caption, columns, rows, rowKey, empty, skeletonRows }: TableProps<Row>) {
  if (rows?.length === 0) return empty;
  return (
    <div className="@container overflow-x-auto rounded-card border border-line" {...keyboardScrollProps(caption)}>
      <table className="w-full border-collapse" aria-busy={rows === undefined || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-surface text-ink-soft">
          <tr className="h-9">
            {columns.map((column) => (
              <th key={column.key} scope="col" className={`font-medium whitespace-nowrap ${cellClass(column)}`}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows cells={columns.map(cellClass)} {...(skeletonRows && { rows: skeletonRows })} />
          ) : (
            rows.map((row) => (
              <tr key={rowKey(row)} className="h-9 border-t border-line hover:bg-surface @max-xl:h-12">
                {columns.map((column) => (
                  <td key={column.key} className={`py-1 ${cellClass(column)}`}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}
