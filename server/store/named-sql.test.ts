import { expect, test } from "vitest";
import { namedColumns, prepareStatement, recordTable } from "./named-sql";

test("numbers the names in the order of their first use, and leaves casts alone", () => {
  const statement = prepareStatement<"id" | "at">(
    "find",
    "select :at::timestamptz, interval '1 hour' from t where id = :id and at > :at",
  );
  expect(statement({ id: "a", at: 1 })).toEqual({
    name: "find",
    text: "select $1::timestamptz, interval '1 hour' from t where id = $2 and at > $1",
    values: [1, "a"],
  });
});

test("throws for a name without a value", () => {
  const statement = prepareStatement("find", "select :id, :at");
  expect(() => statement({ id: null })).toThrow("no value for :at");
});

test("keeps columns and what fills them in the same order", () => {
  expect(namedColumns({ id: ":id", status: "'open'" })).toEqual({
    names: "id, status",
    values: ":id, 'open'",
  });
});

test("makes a table of records, one parameter per column", () => {
  const table = recordTable<{ id: string; count: number }>("g", {
    id: ["text", ({ id }) => id],
    twice: ["int", ({ count }) => count * 2],
  });
  expect(table.names).toBe("id, twice");
  expect(table.sql).toBe("unnest(:id::text[], :twice::int[]) as g(id, twice)");
  expect(
    table.values([
      { id: "a", count: 1 },
      { id: "b", count: 2 },
    ]),
  ).toEqual({ id: ["a", "b"], twice: [2, 4] });
});
