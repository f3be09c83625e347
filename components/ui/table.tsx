import type { ReactNode } from "react";
import { SkeletonRows } from "./skeleton";

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  cell(row: Row): ReactNode;
  readonly align?: "right";
  /** Left out where there is little room: below 640 px, or below 1024 px. */
  readonly hiddenBelow?: "sm" | "lg";
}

interface TableProps<Row> {
  /** What the table lists, for who listens. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined: still being read. */
  readonly rows: readonly Row[] | undefined;
  keyOf(row: Row): string;
  /** Shown instead of rows where there are none. */
  readonly empty: ReactNode;
  readonly skeletonRows?: number;
}

const hidden = { sm: "max-sm:hidden", lg: "max-lg:hidden" } as const;

const classOf = <Row,>({ align, hiddenBelow }: Column<Row>): string =>
  `px-2 sm:px-3 ${align === "right" ? "text-right" : "text-left"} ${hiddenBelow ? hidden[hiddenBelow] : ""}`;

/** What is wider than the screen can be reached and scrolled without a pointer (WCAG 2.1.1). */
const scrolledByKeys = (caption: string) => ({ role: "group", "aria-label": caption, tabIndex: 0 });

/** A dense table that scrolls by itself where it is wider than the screen. */
export function Table<Row>({ caption, columns, rows, keyOf, empty, skeletonRows }: TableProps<Row>) {
  if (rows?.length === 0) return empty;
  return (
    <div className="overflow-x-auto rounded-card border border-line" {...scrolledByKeys(caption)}>
      <table className="w-full border-collapse" aria-busy={rows === undefined || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-surface text-ink-soft">
          <tr className="h-9">
            {columns.map((column) => (
              <th key={column.key} scope="col" className={`font-medium whitespace-nowrap ${classOf(column)}`}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows cells={columns.map(classOf)} {...(skeletonRows && { rows: skeletonRows })} />
          ) : (
            rows.map((row) => (
              <tr key={keyOf(row)} className="h-9 border-t border-line hover:bg-surface max-sm:h-12">
                {columns.map((column) => (
                  <td key={column.key} className={`py-1 ${classOf(column)}`}>
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
