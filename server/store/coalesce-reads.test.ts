import { beforeEach, describe, expect, it } from "vitest";
import { coalesceReads } from "./coalesce-reads";
import type { Db } from "./db";

const db = {} as Db;
let stored: string;
let queries: { key: string; answer(): void; fail(): void }[];

/** A query that sees what is stored at the instant when it is sent. */
const look = (_: Db, key: string) =>
  new Promise<string>((resolve, reject) => {
    const seen = stored;
    queries.push({ key, answer: () => resolve(seen), fail: () => reject(new Error("broken")) });
  });

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("coalesced look-ups", () => {
  let find: ReturnType<typeof coalesceReads<string>>;
  beforeEach(() => {
    stored = "old";
    queries = [];
    find = coalesceReads(look);
  });

  it("send a new query immediately when none is under way", async () => {
    for (const value of ["old", "new"]) {
      stored = value;
      const found = find(db, "a");
      queries.pop()?.answer();
      expect(await found).toBe(value);
      expect(queries).toEqual([]);
    }
  });

  it("share the next query, which is sent after all of them began and sees what changed in between", async () => {
    const first = find(db, "a");
    stored = "new";
    const later = [find(db, "a"), find(db, "a"), find(db, "a")];
    expect(queries).toHaveLength(1);
    queries[0]?.answer();
    expect(await first).toBe("old");
    await settle();
    expect(queries).toHaveLength(2);
    queries[1]?.answer();
    expect(await Promise.all(later)).toEqual(["new", "new", "new"]);
  });

  it("fail only for the callers of the failed query; later callers get an answer", async () => {
    const first = find(db, "a");
    const second = find(db, "a");
    queries[0]?.fail();
    await expect(first).rejects.toThrow("broken");
    await settle();
    queries[1]?.answer();
    expect(await second).toBe("old");
  });

  it("do not wait for another key, or for another database", () => {
    void find(db, "a");
    void find(db, "b");
    void find({} as Db, "a");
    expect(queries.map(({ key }) => key)).toEqual(["a", "b", "a"]);
  });
});
