"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { MouseEvent } from "react";
import { Skeleton } from "../skeleton";
import {
  atLeastWide,
  type CardPlace,
  type ColumnChoice,
  type LaidOutColumn,
  type ListColumn,
  layOutColumns,
  needsHeadInCard,
  showsHeadInCard,
  sortDirection,
} from "./columns";

interface ListTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly choice?: ColumnChoice;
  /** Undefined while the rows are loading. */
  readonly rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  /** The order of the list, such as `-amount`; absent for a list that always has the same order. */
  readonly sort?: string;
  onSort?(sort: string): void;
  /** The values may have several lines, and where the columns do not fit, the table scrolls. */
  readonly isShort?: boolean;
  /** The number of placeholder rows while the rows are loading. */
  readonly skeletonCount?: number;
}

/**
 * The table of a list. Rows are one line, and columns that do not fit are hidden by the width of the list, not of the
 * screen. Where the list is narrower than 36 rem, each row is a card. A click on a row opens what the element with
 * `data-opens` in it opens.
 *
 * The roles are given because a browser may drop those of a table that is laid out in another way.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, columns, choice = {}, rows, rowKey, isShort = false, skeletonCount = 10, ...order } = props;
  const { columns: shown, minRem } = layOutColumns(columns, choice);
  const isWide = isShort || Object.values(choice).includes(true);
  return (
    <div className="@container">
      <div
        className={`rounded-card border border-line ${isWide ? "overflow-x-auto" : "overflow-hidden"}`}
        {...(isWide && { role: "group", "aria-label": caption, tabIndex: 0 })}
      >
        <table
          {...roles.table}
          className={`w-full table-fixed border-collapse @max-xl:block ${isWide ? atLeastWide(minRem) : ""}`}
          aria-busy={rows === undefined || undefined}
        >
          <caption className="sr-only">{caption}</caption>
          <thead {...roles.group} className="bg-surface text-ink-soft @max-xl:hidden">
            <tr {...roles.row} className="h-9">
              {shown.map((one) => (
                <Head key={one.column.key} {...one} {...order} />
              ))}
            </tr>
          </thead>
          <tbody {...roles.group} className="@max-xl:block">
            {rows?.map((row) => (
              <tr key={rowKey(row)} {...roles.row} className={`${rowClass} ${clickableClass}`} onClick={openRow}>
                {shown.map(({ column, visibility }) => (
                  <td
                    key={column.key}
                    {...roles.cell}
                    className={`${cellClass(column, visibility)} ${isShort ? shortCellClass : "truncate"}`}
                    title={column.title?.(row)}
                  >
                    {needsHeadInCard(column) && (
                      <span className={showsHeadInCard(column) ? "text-ink-soft @xl:hidden" : "sr-only @xl:hidden"}>
                        {column.head}:{" "}
                      </span>
                    )}
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )) ?? <SkeletonRows columns={shown} count={skeletonCount} />}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const roles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

const rowClass =
  "h-9 border-t border-line first:border-t-0 @xl:first:border-t @max-xl:grid @max-xl:h-auto " +
  "@max-xl:grid-cols-[auto_minmax(0,1fr)_auto] @max-xl:items-center @max-xl:gap-x-2 @max-xl:px-3 @max-xl:py-2";
const clickableClass = "hover:bg-surface has-[[data-opens]]:cursor-pointer";

const places: Readonly<Record<CardPlace, string>> = {
  title: "@max-xl:col-span-2 @max-xl:col-start-1 @max-xl:row-start-1 @max-xl:text-left",
  value: "@max-xl:col-start-3 @max-xl:row-start-1 @max-xl:text-right @max-xl:font-medium",
  state: "@max-xl:col-start-1 @max-xl:row-start-2 @max-xl:text-left",
  note: "@max-xl:col-start-2 @max-xl:row-start-2 @max-xl:text-left @max-xl:text-ink-soft",
  time: "@max-xl:col-start-3 @max-xl:row-start-2 @max-xl:text-right @max-xl:text-ink-soft",
  line: "@max-xl:col-span-3 @max-xl:col-start-1 @max-xl:text-left",
  action: "@max-xl:col-span-3 @max-xl:col-start-1 @max-xl:pt-1 @max-xl:text-right @max-xl:empty:hidden",
};

const cellClass = <Row,>({ align, card }: ListColumn<Row>, visibility: string): string =>
  `px-2 first:pl-3 last:pr-3 @max-xl:px-0! ${align === "right" ? "text-right" : "text-left"} ` +
  `${card ? places[card] : "@max-xl:hidden"} ${visibility}`;

const shortCellClass = "py-1 wrap-anywhere @max-xl:py-0";

function Head<Row>({
  column: { head, isHeadHidden, align, sort: by },
  visibility,
  width,
  sort,
  onSort,
}: LaidOutColumn<Row> & Pick<ListTableProps<Row>, "sort" | "onSort">) {
  const direction = sortDirection(by, sort);
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th
      {...roles.head}
      scope="col"
      aria-sort={direction}
      className={`truncate px-2 font-medium first:pl-3 last:pr-3 ${align === "right" ? "text-right" : "text-left"} ${width} ${visibility}`}
    >
      {by === undefined ? (
        <span className={isHeadHidden ? "sr-only" : undefined}>{head}</span>
      ) : (
        <button
          type="button"
          className={`group inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1 hover:text-ink ${direction ? "text-ink" : ""} ${align === "right" ? "flex-row-reverse" : ""}`}
          onClick={() => onSort?.(direction === "descending" ? by : `-${by}`)}
        >
          <span className="truncate">{head}</span>
          <Arrow
            aria-hidden="true"
            size={14}
            className={
              direction ? "shrink-0" : "shrink-0 opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60"
            }
          />
        </button>
      )}
    </th>
  );
}

/** Opens what the row's main link or button opens, unless the click was meant for something else in the row. */
function openRow({ target, currentTarget, ctrlKey, metaKey }: MouseEvent<HTMLTableRowElement>): void {
  if (!(target instanceof Element) || target.closest("a, button, input, label")) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const opener = currentTarget.querySelector<HTMLElement>("[data-opens]");
  if (opener instanceof HTMLAnchorElement && (ctrlKey || metaKey)) window.open(opener.href, "_blank", "noopener");
  else opener?.click();
}

const skeletonKeys = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/** Rows of the size of those that are loading, so that nothing moves when they arrive. */
function SkeletonRows<Row>({ columns, count }: { columns: readonly LaidOutColumn<Row>[]; count: number }) {
  return skeletonKeys.slice(0, count).map((row) => (
    <tr key={row} {...roles.row} className={rowClass}>
      {columns.map(({ column, visibility }) => (
        <td key={column.key} {...roles.cell} className={cellClass(column, visibility)}>
          <Skeleton className={`h-4 w-3/4 min-w-12 @max-xl:my-0.5 ${column.align === "right" ? "ml-auto" : ""}`} />
        </td>
      ))}
    </tr>
  ));
}
