import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { planOf } from "@/server/launch/test-queries";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/launch/test-world";
import {
  insertBankMessages,
  listBankMessages,
  messagesPerTerminalMax,
  type NotedMessage,
} from "./bank-messages";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => world.db.prisma.bankMessage.deleteMany());

const message = (change: Partial<NotedMessage> = {}): NotedMessage => ({
  ...{
    terminalId: terminalOf.ours,
    operation: "capture",
    orderId: "A",
    request: "<ask/>",
    response: "<answer/>",
  },
  ...{ httpStatus: 200, outcome: "approved", cause: null, durationMs: 12, at: world.clock.now() },
  ...change,
});
const many = (count: number, change: (n: number) => Partial<NotedMessage> = () => ({})): NotedMessage[] =>
  Array.from({ length: count }, (_, n) => message({ orderId: `${n}`, ...change(n) }));
const list = async (orderId: string | null = null, terminalId: string = terminalOf.ours) => {
  const filter = { terminalId, orderId, now: world.clock.now(), countMax: 1_000 };
  return (await listBankMessages(world.db, filter)).map((row) => row.orderId);
};
const insertMany = (terminalId: string, from: Date) =>
  world.db.pool.query(
    `insert into bank_message (id, terminal_id, at, operation, order_id, request, outcome, duration_ms)
     select 'bmg_' || n, $1, $2::timestamptz + n * interval '1 second', 'capture', n, '', 'approved', 1
       from generate_series(1, 20000) n`,
    [terminalId, from],
  );

describe("keeping", () => {
  test("messages come back as they were, newest last, those of one instant in their order", async () => {
    const all = many(30, (n) => (n === 7 ? { response: null, httpStatus: null, cause: "timeout" } : {}));
    await insertBankMessages(world.db, all);
    const filter = { terminalId: terminalOf.ours, orderId: null, now: world.clock.now(), countMax: 100 };
    expect(await listBankMessages(world.db, filter)).toEqual(
      all.map((one) => ({ ...one, id: expect.stringMatching(/^bmg_/) })),
    );
    expect(await list("7")).toEqual(["7"]);
    expect(await list(null, terminalOf.foreign)).toEqual([]);
    await insertBankMessages(world.db, []);
  });

  test("of a terminal the newest are kept, whether they come together or one by one; the others keep theirs", async () => {
    await insertBankMessages(
      world.db,
      many(3, () => ({ terminalId: terminalOf.foreign })),
    );
    const tooMany = messagesPerTerminalMax + 20;
    await insertBankMessages(
      world.db,
      many(tooMany, (n) => ({ at: plusMs(world.clock.now(), n) })),
    );
    const kept = () => world.db.prisma.bankMessage.findMany({ where: { terminalId: terminalOf.ours } });
    expect(await kept()).toHaveLength(messagesPerTerminalMax);
    await insertBankMessages(world.db, [
      message({ orderId: "last", at: plusMs(world.clock.now(), minutes(1)) }),
    ]);
    const orders = (await kept()).map(({ orderId }) => orderId);
    expect(orders).toHaveLength(messagesPerTerminalMax);
    expect(orders).toContain("last");
    expect(orders).toContain("21");
    expect(orders).not.toContain("20");
    expect(await list(null, terminalOf.foreign)).toHaveLength(3);
  });

  test("one of a terminal that is gone is left out, and takes no other with it", async () => {
    await insertBankMessages(world.db, [message({ terminalId: "trm_gone" }), message({ orderId: "kept" })]);
    expect(await list()).toEqual(["kept"]);
  });

  test("a terminal's newest are found by an index among many of others", async () => {
    await insertMany(terminalOf.foreign, world.clock.now());
    await insertBankMessages(world.db, many(messagesPerTerminalMax));
    await world.db.pool.query("vacuum analyze bank_message");
    const plan = await planOf(world.db, async () => {
      await list();
      await insertBankMessages(world.db, [message()]);
    });
    expect(plan).toContain("bank_message_terminal_id_at_id_idx");
    expect(plan).not.toContain("Seq Scan on bank_message");
  });
});
