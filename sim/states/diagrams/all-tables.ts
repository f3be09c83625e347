import * as states from "@/server/domain/states";

type Table = states.StateTable<string>;

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && "moves" in value && "initial" in value;

/** All tables of `server/domain/states.ts`. */
export const allTables: readonly Table[] = Object.values(states).flatMap((value: unknown) =>
  isTable(value) ? [value] : [],
);
