import { expect, test } from "vitest";
import { createStatementNames, namesMax } from "./statement-names";

test("gives the same text the same name, and another text another one", () => {
  const nameStatement = createStatementNames();
  const first = nameStatement({ sql: "select 1" });
  const second = nameStatement({ sql: "select 2" });
  expect(first).not.toBe("");
  expect(second).not.toBe(first);
  expect(nameStatement({ sql: "select 1" })).toBe(first);
});

test("names no more texts than a connection should keep, and still knows those that it has named", () => {
  const nameStatement = createStatementNames();
  const name = (number: number) => nameStatement({ sql: `select ${number}` });
  const names = Array.from({ length: namesMax }, (_, index) => name(index));
  expect(new Set(names).size).toBe(namesMax);
  expect(name(namesMax)).toBe("");
  expect(name(0)).toBe(names[0]);
});
