// A table that becomes a file for spreadsheets: the same columns are written as CSV and as XLSX (D-376).

/** The value of a cell: a text, an amount in kuruş, an instant, a plain number, or null for an empty cell. */
export type TableCell = string | bigint | Date | number | null;

export interface TableColumn<Row> {
  readonly head: string;
  /** Writes instants as days, without a time: the value is the start of a day in Istanbul. */
  readonly isDay?: boolean;
  /** Adds a sum of the column below the rows of an XLSX file. The column's cells are amounts. */
  readonly hasTotal?: boolean;
  cell(row: Row): TableCell;
}
