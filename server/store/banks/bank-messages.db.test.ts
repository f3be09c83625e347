import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { createMessageHelpers } from "@/server/testing/journeys/bank-messages";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { listBankMessages, messagesPerTerminalMax } from "./bank-messages";

let world: TestWorld;
let trace: ReturnType<typeof createMessageHelpers>;
beforeAll(async () => {
  world = await openTestWorld();
  trace = createMessageHelpers(world);
});
afterAll(() => world.close());
beforeEach(() => world.db.prisma.bankMessage.deleteMany());

describe("keeping", () => {
  test("returns messages as they were stored, the newest last, and those of one instant in their order", async () => {
    const all = trace.many(30, (n) => (n === 7 ? { response: null, httpStatus: null, cause: "timeout" } : {}));
    await trace.keep(all);
    const filter = { terminalId: testTerminals.ours, orderId: null, now: world.clock.now(), countMax: 100 };
    expect(await listBankMessages(world.db, filter)).toEqual(
      all.map((one) => ({ ...one, id: expect.stringMatching(/^bmg_/) })),
    );
    expect(await trace.list("7")).toEqual(["7"]);
    expect(await trace.list(null, testTerminals.foreign)).toEqual([]);
    await trace.keep([]);
  });

  test("keeps the newest messages of each terminal, written in one batch or one by one; other terminals keep theirs", async () => {
    await trace.keep(trace.many(3, () => ({ terminalId: testTerminals.foreign })));
    const tooMany = messagesPerTerminalMax + 20;
    await trace.keep(trace.many(tooMany, (n) => ({ at: plusMs(world.clock.now(), n) })));
    const kept = () => world.db.prisma.bankMessage.findMany({ where: { terminalId: testTerminals.ours } });
    expect(await kept()).toHaveLength(messagesPerTerminalMax);
    await trace.keep([trace.message({ orderId: "last", at: plusMs(world.clock.now(), minutes(1)) })]);
    const orders = (await kept()).map(({ orderId }) => orderId);
    expect(orders).toHaveLength(messagesPerTerminalMax);
    expect(orders).toContain("last");
    expect(orders).toContain("21");
    expect(orders).not.toContain("20");
    expect(await trace.list(null, testTerminals.foreign)).toHaveLength(3);
  });

  test("leaves out a message of a deleted terminal and stores the others of its batch", async () => {
    await trace.keep([trace.message({ terminalId: "trm_gone" }), trace.message({ orderId: "kept" })]);
    expect(await trace.list()).toEqual(["kept"]);
  });

  test("finds a terminal's newest messages by an index among many of other terminals", async () => {
    await trace.keepThousands(testTerminals.foreign, world.clock.now());
    await trace.keep(trace.many(messagesPerTerminalMax));
    await world.db.pool.query("vacuum analyze bank_message");
    const plan = await explainLastQuery(world.db, async () => {
      await trace.list();
      await trace.keep([trace.message()]);
    });
    expect(plan).toContain("bank_message_terminal_id_at_id_idx");
    expect(plan).not.toContain("Seq Scan on bank_message");
  });
});
