import {
  attemptTable,
  correctionTable,
  linkTable,
  moneyReturnTable,
  paymentTable,
  refundRequestTable,
  refundTable,
  type StateTable,
} from "@/server/domain/states";

/** The tables whose records the model has. */
export const modelTables: readonly StateTable<string>[] = [
  linkTable,
  paymentTable,
  attemptTable,
  refundTable,
  moneyReturnTable,
  refundRequestTable,
  correctionTable,
];

/** A row of a table: one move from a status to another. */
export interface Row {
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** The rows of all tables of the model; a row's index is its number. */
export const rows: readonly Row[] = modelTables.flatMap(({ name, moves }) =>
  moves.map(({ from, to }) => ({ table: name, from, to })),
);

const numbers = new Map<StateTable<string>, Map<string, Map<string, number>>>();
for (const table of modelTables) {
  const ofTable = new Map(table.states.map((state) => [state, new Map<string, number>()]));
  rows.forEach((row, number) => {
    if (row.table === table.name) ofTable.get(row.from)?.set(row.to, number);
  });
  numbers.set(table, ofTable);
}

/** Is thrown where the model makes a move that no table lists. */
export class MissingRow extends Error {}

/** Returns the number of a row. Throws `MissingRow`. */
export function findRow<S extends string>(table: StateTable<S>, from: S, to: S): number {
  const number = numbers.get(table)?.get(from)?.get(to);
  if (number === undefined) throw new MissingRow(`The table of a ${table.name} has no move from ${from} to ${to}`);
  return number;
}

export const describeRow = ({ table, from, to }: Row): string => `${table}: ${from} → ${to}`;
