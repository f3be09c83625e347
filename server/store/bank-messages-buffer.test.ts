import { afterEach, describe, expect, test } from "vitest";
import type { BankMessage, NotedMessage } from "./bank-messages";
import { type BankMessageBuffer, createBankMessageBuffer } from "./bank-messages-buffer";
import type { Db } from "./db";

const at = new Date("2026-11-20T09:00:00.000Z");
const message = (orderId: string): BankMessage => ({
  ...{ terminalId: "trm_1", operation: "capture", orderId, request: "", response: null, httpStatus: null },
  ...{ outcome: "approved", cause: null, durationMs: 1 },
});

const open: BankMessageBuffer[] = [];
afterEach(() => Promise.all(open.splice(0).map((buffer) => buffer.flush())));

/** A buffer whose statements are kept here; the given ones fail. */
function bufferOf({ everyMs = 20, countMax = 100, failing = [] as number[] } = {}) {
  const statements: string[][] = [];
  const lost: number[] = [];
  const buffer = createBankMessageBuffer({} as Db, {
    ...{ everyMs, countMax, onLost: (_, count) => void lost.push(count) },
    insert: async (_, messages: readonly NotedMessage[]) => {
      statements.push(messages.map(({ orderId }) => orderId));
      await Promise.resolve();
      if (failing.includes(statements.length)) throw new Error("No database");
    },
  });
  open.push(buffer);
  return { buffer, statements, lost };
}

describe("messages wait for each other", () => {
  test("one statement for those of a moment, by itself", async () => {
    const { buffer, statements } = bufferOf();
    for (const id of ["1", "2", "3"]) buffer.note(message(id), at);
    expect(statements).toEqual([]);
    await expect.poll(() => statements).toEqual([["1", "2", "3"]]);
    buffer.note(message("4"), at);
    await expect.poll(() => statements).toEqual([["1", "2", "3"], ["4"]]);
  });

  test("nothing is lost at an orderly stop, nor written when there is nothing", async () => {
    const { buffer, statements } = bufferOf({ everyMs: 60_000 });
    await buffer.flush();
    expect(statements).toEqual([]);
    buffer.note(message("1"), at);
    const first = buffer.flush();
    buffer.note(message("2"), at);
    await Promise.all([first, buffer.flush()]);
    expect(statements.flat()).toEqual(["1", "2"]);
  });

  test("a stop waits for the statement that is under way", async () => {
    const kept: string[] = [];
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const buffer = createBankMessageBuffer({} as Db, {
      ...{ everyMs: 1, onLost: () => undefined },
      insert: async (_, messages) => {
        await slow;
        kept.push(...messages.map(({ orderId }) => orderId));
      },
    });
    buffer.note(message("1"), at);
    void buffer.flush();
    const stopped = buffer.flush();
    setTimeout(finish, 20);
    await stopped;
    expect(kept).toEqual(["1"]);
  });

  test("the newest win when too many come, and it is said how many were lost", async () => {
    const { buffer, statements, lost } = bufferOf({ everyMs: 60_000, countMax: 3 });
    for (const id of ["1", "2", "3", "4", "5"]) buffer.note(message(id), at);
    await buffer.flush();
    expect(statements).toEqual([["3", "4", "5"]]);
    expect(lost).toEqual([2]);
  });

  test("a failure reaches nobody but who is told of losses; the next ones are kept", async () => {
    const { buffer, statements, lost } = bufferOf({ everyMs: 60_000, failing: [1] });
    buffer.note(message("1"), at);
    await expect(buffer.flush()).resolves.toBeUndefined();
    buffer.note(message("2"), at);
    await buffer.flush();
    expect(statements).toEqual([["1"], ["2"]]);
    expect(lost).toEqual([1]);
  });
});
