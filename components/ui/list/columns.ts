import type { ReactNode } from "react";

/**
 * Where a value stands in a card, which is a row of a narrow list: the first line has the title and the value, the
 * second one the state, the note and the time. A `line` below them has one value with its head. A value without a place
 * is not shown.
 */
export type CardPlace = "title" | "value" | "state" | "note" | "time" | "line" | "action";

/** A column of a list. In a `List`, its values are one line; what does not fit ends with an ellipsis. */
export interface ListColumn<Row> {
  readonly key: string;
  readonly head: string;
  /** The head is for assistive technology alone: everyone else sees what the cells contain. */
  readonly isHeadHidden?: true;
  cell(row: Row): ReactNode;
  /** The whole value, shown when the pointer rests on the cell, for values that may not fit. */
  title?(row: Row): string | undefined;
  readonly align?: "right";
  /** The width in rem with the padding. */
  readonly width: ColumnWidth;
  /** The column takes the space that is left; `width` is then its minimum. */
  readonly grows?: true;
  /** The order in which columns stay when the space gets narrow: 1 stays longest. A column without it always stays. */
  readonly rank?: number;
  /** The column is shown only after the user has chosen it. */
  readonly isExtra?: true;
  readonly card?: CardPlace;
  /** What a click on the head sorts by. */
  readonly sort?: string;
}

/** The columns that the user switched on or off, by their keys. Other columns are shown as their lists declare it. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** Returns whether the user can switch a column on and off. */
export const isOptional = <Row>({ rank }: ListColumn<Row>): boolean => rank !== undefined;

export const isChosen = <Row>(column: ListColumn<Row>, choice: ColumnChoice): boolean =>
  !isOptional(column) || (choice[column.key] ?? !column.isExtra);

/**
 * Returns how the list is sorted by a column; undefined where it is not.
 * @param sort the order of the list, such as `-amount`; undefined for a list that always has the same order
 */
export function sortDirection(
  by: string | undefined,
  sort: string | undefined,
): "ascending" | "descending" | undefined {
  if (by === undefined || sort === undefined) return undefined;
  if (sort === `-${by}`) return "descending";
  return sort === by ? "ascending" : undefined;
}

/** The places in a card whose values do not say by themselves what they are. */
const unclearPlaces: readonly (CardPlace | undefined)[] = ["state", "note", "time", "line"];

/** Returns whether the value needs its head in a card, where assistive technology finds no heads. */
export const needsHeadInCard = <Row>({ card }: ListColumn<Row>): boolean => unclearPlaces.includes(card);

/** Returns whether everyone sees the head in a card. */
export const showsHeadInCard = <Row>({ card }: ListColumn<Row>): boolean => card === "line";

/** A column with the classes that depend on the width of its list. */
export interface LaidOutColumn<Row> {
  readonly column: ListColumn<Row>;
  /** Hides the column where the list is too narrow for it; empty for a column that always stays. */
  readonly visibility: string;
  /** The class of its width; empty for the column that grows. */
  readonly width: string;
}

/**
 * Lays out the columns of a list. Every column has a width, so a column is hidden exactly where it and those that stay
 * longer than it do not fit. Columns that the user switched on always stay: where they do not fit, the list scrolls.
 * @returns the columns in their order, and the width in rem that those have which always stay
 */
export function layOutColumns<Row>(
  columns: readonly ListColumn<Row>[],
  choice: ColumnChoice,
): { readonly columns: readonly LaidOutColumn<Row>[]; readonly minRem: number } {
  const chosen = columns.filter((column) => isChosen(column, choice));
  const stays = (column: ListColumn<Row>) => !isOptional(column) || choice[column.key] === true;
  const minRem = sumWidths(chosen.filter(stays));
  const byRank = chosen.filter((column) => !stays(column)).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const laidOut = chosen.map((column): LaidOutColumn<Row> => {
    const before = byRank.slice(0, byRank.indexOf(column) + 1);
    const neededRem = minRem + sumWidths(before);
    return {
      column,
      visibility: stays(column) ? "" : hiddenBelow(neededRem),
      width: column.grows ? "" : widths[column.width],
    };
  });
  return { columns: laidOut, minRem };
}

const sumWidths = <Row>(columns: readonly ListColumn<Row>[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

/** The widths that columns can have, in rem. Tailwind finds the classes here. */
const widths = {
  3: "w-12",
  4: "w-16",
  5: "w-20",
  6: "w-24",
  7: "w-28",
  8: "w-32",
  9: "w-36",
  10: "w-40",
  11: "w-44",
  12: "w-48",
  13: "w-52",
  14: "w-56",
  16: "w-64",
  20: "w-80",
} as const;

type ColumnWidth = keyof typeof widths;

/**
 * The classes that hide a column where the list is narrower than so many rem. The list of the widest screen has 68 rem.
 * Below 36 rem (Tailwind's `xl` of containers) the rows are cards, which show what has a place in them.
 */
const thresholds: readonly (readonly [rem: number, className: string])[] = [
  [36, ""],
  [38, "@xl:@max-[38rem]:hidden"],
  [40, "@xl:@max-[40rem]:hidden"],
  [42, "@xl:@max-[42rem]:hidden"],
  [44, "@xl:@max-[44rem]:hidden"],
  [46, "@xl:@max-[46rem]:hidden"],
  [48, "@xl:@max-[48rem]:hidden"],
  [50, "@xl:@max-[50rem]:hidden"],
  [52, "@xl:@max-[52rem]:hidden"],
  [54, "@xl:@max-[54rem]:hidden"],
  [56, "@xl:@max-[56rem]:hidden"],
  [58, "@xl:@max-[58rem]:hidden"],
  [60, "@xl:@max-[60rem]:hidden"],
  [62, "@xl:@max-[62rem]:hidden"],
  [64, "@xl:@max-[64rem]:hidden"],
  [66, "@xl:@max-[66rem]:hidden"],
  [68, "@xl:@max-[68rem]:hidden"],
];

/**
 * The classes that give a list that scrolls its width. They are classes, because the content security policy refuses a
 * style in the document that the server has rendered.
 */
const minWidths: readonly (readonly [rem: number, className: string])[] = [
  [36, ""],
  [38, "@xl:min-w-[38rem]"],
  [40, "@xl:min-w-[40rem]"],
  [42, "@xl:min-w-[42rem]"],
  [44, "@xl:min-w-[44rem]"],
  [46, "@xl:min-w-[46rem]"],
  [48, "@xl:min-w-[48rem]"],
  [50, "@xl:min-w-[50rem]"],
  [52, "@xl:min-w-[52rem]"],
  [54, "@xl:min-w-[54rem]"],
  [56, "@xl:min-w-[56rem]"],
  [58, "@xl:min-w-[58rem]"],
  [60, "@xl:min-w-[60rem]"],
  [62, "@xl:min-w-[62rem]"],
  [64, "@xl:min-w-[64rem]"],
  [66, "@xl:min-w-[66rem]"],
  [68, "@xl:min-w-[68rem]"],
  [72, "@xl:min-w-[72rem]"],
  [76, "@xl:min-w-[76rem]"],
  [80, "@xl:min-w-[80rem]"],
  [84, "@xl:min-w-[84rem]"],
  [88, "@xl:min-w-[88rem]"],
  [92, "@xl:min-w-[92rem]"],
  [96, "@xl:min-w-[96rem]"],
  [100, "@xl:min-w-[100rem]"],
  [110, "@xl:min-w-[110rem]"],
  [120, "@xl:min-w-[120rem]"],
  [140, "@xl:min-w-[140rem]"],
];

/** Returns the class with which a list is at least so many rem wide, rounded up. */
export const atLeastWide = (rem: number): string =>
  minWidths.find(([width]) => width >= rem)?.[1] ?? "@xl:min-w-[140rem]";

const hiddenBelow = (neededRem: number): string => thresholds.find(([rem]) => rem >= neededRem)?.[1] ?? "@xl:hidden";
