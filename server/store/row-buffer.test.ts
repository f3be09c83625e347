import { afterEach, describe, expect, test } from "vitest";
import { systemTime } from "@/server/domain/real-time";
import { createRowBuffer, type RowBuffer } from "./row-buffer";

const open: RowBuffer<string>[] = [];
afterEach(() => Promise.all(open.splice(0).map((buffer) => buffer.flush())));

/** Creates a buffer and records its statements; the statements with the given numbers fail. */
function createTestBuffer({ everyMs = 20, countMax = 100, failing = [] as number[] } = {}) {
  const statements: string[][] = [];
  const lost: number[] = [];
  const buffer = createRowBuffer<string>({
    realTime: systemTime,
    everyMs,
    countMax,
    onLost: (_, count) => void lost.push(count),
    insert: async (rows) => {
      statements.push([...rows]);
      await Promise.resolve();
      if (failing.includes(statements.length)) throw new Error("No database");
    },
  });
  open.push(buffer);
  return { buffer, statements, lost };
}

describe("row buffer", () => {
  test("writes the rows of one interval in one statement without a call of flush", async () => {
    const { buffer, statements } = createTestBuffer();
    for (const id of ["1", "2", "3"]) buffer.note(id);
    expect(statements).toEqual([]);
    await expect.poll(() => statements).toEqual([["1", "2", "3"]]);
    buffer.note("4");
    await expect.poll(() => statements).toEqual([["1", "2", "3"], ["4"]]);
  });

  test("flush writes all rows, and nothing when the buffer is empty", async () => {
    const { buffer, statements } = createTestBuffer({ everyMs: 60_000 });
    await buffer.flush();
    expect(statements).toEqual([]);
    buffer.note("1");
    const first = buffer.flush();
    buffer.note("2");
    await Promise.all([first, buffer.flush()]);
    expect(statements.flat()).toEqual(["1", "2"]);
  });

  test("flush waits for the statement under way", async () => {
    const kept: string[] = [];
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const buffer = createRowBuffer<string>({
      realTime: systemTime,
      everyMs: 1,
      onLost: () => undefined,
      insert: async (rows) => {
        await slow;
        kept.push(...rows);
      },
    });
    buffer.note("1");
    void buffer.flush();
    const stopped = buffer.flush();
    setTimeout(finish, 20);
    await stopped;
    expect(kept).toEqual(["1"]);
  });

  test.each([5, 6, 11])("keeps the newest 3 of %i rows and reports how many were lost", async (count) => {
    const { buffer, statements, lost } = createTestBuffer({ everyMs: 60_000, countMax: 3 });
    for (let id = 1; id <= count; id += 1) buffer.note(String(id));
    await buffer.flush();
    expect(statements).toEqual([[count - 2, count - 1, count].map(String)]);
    expect(lost).toEqual([count - 3]);
    buffer.note("next");
    await buffer.flush();
    expect(statements.at(-1)).toEqual(["next"]);
    expect(lost).toEqual([count - 3]);
  });

  test("a failed statement calls onLost only, and later rows are written", async () => {
    const { buffer, statements, lost } = createTestBuffer({ everyMs: 60_000, failing: [1] });
    buffer.note("1");
    await expect(buffer.flush()).resolves.toBeUndefined();
    buffer.note("2");
    await buffer.flush();
    expect(statements).toEqual([["1"], ["2"]]);
    expect(lost).toEqual([1]);
  });
});
