import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { messagesIn } from "@/server/testing/journeys/bank-messages";
import { planOf } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import { listBankMessages, messagesPerTerminalMax } from "./bank-messages";

let world: TestWorld;
let trace: ReturnType<typeof messagesIn>;
beforeAll(async () => {
  world = await openTestWorld();
  trace = messagesIn(world);
});
afterAll(() => world.close());
beforeEach(() => world.db.prisma.bankMessage.deleteMany());

describe("keeping", () => {
  test("messages come back as they were, newest last, those of one instant in their order", async () => {
    const all = trace.many(30, (n) =>
      n === 7 ? { response: null, httpStatus: null, cause: "timeout" } : {},
    );
    await trace.keep(all);
    const filter = { terminalId: terminalOf.ours, orderId: null, now: world.clock.now(), countMax: 100 };
    expect(await listBankMessages(world.db, filter)).toEqual(
      all.map((one) => ({ ...one, id: expect.stringMatching(/^bmg_/) })),
    );
    expect(await trace.list("7")).toEqual(["7"]);
    expect(await trace.list(null, terminalOf.foreign)).toEqual([]);
    await trace.keep([]);
  });

  test("of a terminal the newest are kept, whether they come together or one by one; the others keep theirs", async () => {
    await trace.keep(trace.many(3, () => ({ terminalId: terminalOf.foreign })));
    const tooMany = messagesPerTerminalMax + 20;
    await trace.keep(trace.many(tooMany, (n) => ({ at: plusMs(world.clock.now(), n) })));
    const kept = () => world.db.prisma.bankMessage.findMany({ where: { terminalId: terminalOf.ours } });
    expect(await kept()).toHaveLength(messagesPerTerminalMax);
    await trace.keep([trace.message({ orderId: "last", at: plusMs(world.clock.now(), minutes(1)) })]);
    const orders = (await kept()).map(({ orderId }) => orderId);
    expect(orders).toHaveLength(messagesPerTerminalMax);
    expect(orders).toContain("last");
    expect(orders).toContain("21");
    expect(orders).not.toContain("20");
    expect(await trace.list(null, terminalOf.foreign)).toHaveLength(3);
  });

  test("one of a terminal that is gone is left out, and takes no other with it", async () => {
    await trace.keep([trace.message({ terminalId: "trm_gone" }), trace.message({ orderId: "kept" })]);
    expect(await trace.list()).toEqual(["kept"]);
  });

  test("a terminal's newest are found by an index among many of others", async () => {
    await trace.keepThousands(terminalOf.foreign, world.clock.now());
    await trace.keep(trace.many(messagesPerTerminalMax));
    await world.db.pool.query("vacuum analyze bank_message");
    const plan = await planOf(world.db, async () => {
      await trace.list();
      await trace.keep([trace.message()]);
    });
    expect(plan).toContain("bank_message_terminal_id_at_id_idx");
    expect(plan).not.toContain("Seq Scan on bank_message");
  });
});
