import { expect, test } from "vitest";
import { batchWrites } from "./batch-writes";
import type { Db } from "./db";

const db = {} as Db;

/** Creates a writer whose statements end when the test says so. */
function scripted() {
  const statements: (readonly string[])[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const add = batchWrites<string>((_db, values) => {
    statements.push(values);
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  });
  return { statements, ends, add };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("values that arrive during a statement share the next one and settle with it", async () => {
  const { statements, ends, add } = scripted();
  const done: string[] = [];
  const adding = ["a", "b", "c"].map((key) => add(db, key, key).then(() => done.push(key)));
  expect(statements).toEqual([["a"]]);
  ends[0]?.resolve();
  await settle();
  expect(statements).toEqual([["a"], ["b", "c"]]);
  expect(done).toEqual(["a"]);
  ends[1]?.resolve();
  await Promise.all(adding);
  expect(done).toEqual(["a", "b", "c"]);
  const later = add(db, "d", "d");
  expect(statements.at(-1)).toEqual(["d"]);
  ends[2]?.resolve();
  await later;
});

test("two values of one key are written in two statements, in order", async () => {
  const { statements, ends, add } = scripted();
  const adding = [add(db, "x", "first"), add(db, "a", "one"), add(db, "a", "two"), add(db, "b", "three")];
  for (let n = 0; n < 4; n++) {
    ends[n]?.resolve();
    await settle();
  }
  await Promise.all(adding);
  expect(statements.flat().sort()).toEqual(["first", "one", "three", "two"]);
  expect(statements.find((values) => values.includes("one"))).not.toContain("two");
  expect(statements.flat().indexOf("one")).toBeLessThan(statements.flat().indexOf("two"));
});

test("a failed statement rejects for its own values only", async () => {
  const { ends, add } = scripted();
  const first = add(db, "a", "a");
  const second = add(db, "b", "b");
  ends[0]?.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await settle();
  ends[1]?.resolve();
  await second;
});
