import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { rowsKeptMs } from "@/server/store/kept-rows";
import { listDue } from "@/server/store/operations/due";
import { createMessageHelpers } from "@/server/testing/journeys/bank-messages";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { advanceClock } from "./advance-clock";
import { doDueWork } from "./do-due-work";

let world: TestWorld;
let trace: ReturnType<typeof createMessageHelpers>;
beforeAll(async () => {
  world = await openTestWorld();
  trace = createMessageHelpers(world);
});
afterAll(() => world.close());
beforeEach(() => world.db.prisma.bankMessage.deleteMany());

describe("seven days (D-47, D-48)", () => {
  test("a row is not shown after seven days, and is erased at the end of its minute", async () => {
    const at = world.clock.now();
    await trace.keep([trace.message({ at })]);
    world.clock.set(plusMs(at, rowsKeptMs - 1));
    expect(await trace.list()).toEqual(["A"]);
    world.clock.set(plusMs(at, rowsKeptMs));
    expect(await trace.list()).toEqual([]);
    const dueAt = plusMs(at, rowsKeptMs + minutes(1) - (at.getTime() % minutes(1)));
    world.clock.set(plusMs(dueAt, -1));
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(await trace.count()).toBe(1);
    expect(await listDue(world.db, dueAt, 10, ["diagnostics_expiry"])).toMatchObject([
      { kind: "diagnostics_expiry", at: dueAt, partnerId: "" },
    ]);
    world.clock.set(dueAt);
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(await trace.count()).toBe(0);
  });

  test("a row that is a minute younger stays a minute longer", async () => {
    const at = new Date(Math.ceil(world.clock.now().getTime() / minutes(1)) * minutes(1));
    await trace.keep([trace.message({ at }), trace.message({ at: plusMs(at, minutes(1.5)) })]);
    for (const [minute, left] of [
      [1, 1],
      [2, 0],
    ] as const) {
      world.clock.set(plusMs(at, rowsKeptMs + minutes(minute)));
      await doDueWork(world.ctx, { until: world.clock.now() });
      expect(await trace.count()).toBe(left);
    }
  });

  test("a jump of the sandbox clock erases older rows, stops once per minute of rows, and keeps the rest", async () => {
    const start = new Date(Math.ceil(world.clock.now().getTime() / minutes(1)) * minutes(1));
    await trace.keep([
      ...trace.many(40, (n) => ({ at: plusMs(start, n * 1_000) })),
      trace.message({ orderId: "young", at: plusMs(start, days(2)) }),
    ]);
    world.clock.set(plusMs(start, days(2)));
    const stops: Date[] = [];
    const sandboxTime = {
      ...world.ctx.sandboxTime!,
      moveTo: async (at: Date) => {
        stops.push(at);
        world.clock.set(at);
      },
    };
    await advanceClock({ ...world.ctx, sandboxTime }, { set: plusMs(start, days(8)) });
    expect(await trace.list()).toEqual(["young"]);
    expect(await trace.count()).toBe(1);
    // The end of the rows' minute, and the target of the jump.
    expect(stops).toEqual([plusMs(start, days(7) + minutes(1)), plusMs(start, days(8))]);
    await advanceClock(world.ctx, { advanceSeconds: days(2) / 1_000 });
    expect(await trace.count()).toBe(0);
  });

  test("finds the due rows by an index among many", async () => {
    await trace.keepThousands(testTerminals.ours, plusMs(world.clock.now(), -days(8)));
    await world.db.pool.query("vacuum analyze bank_message");
    const plan = await explainLastQuery(world.db, async () => {
      expect(await listDue(world.db, world.clock.now(), 10, ["diagnostics_expiry"])).toHaveLength(1);
    });
    expect(plan).toContain("bank_message_at_idx");
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(await trace.count()).toBe(0);
  });
});

test("looks for aged personal data by indexes that hold only what is not erased yet (D-281)", async () => {
  await world.db.pool.query("set enable_seqscan = off");
  const plan = await explainLastQuery(world.db, async () => {
    expect(await listDue(world.db, world.clock.now(), 10, ["retention_end"])).toEqual([]);
  });
  const indexes = ["payment_link_with_payer", "attempt_with_address", "staff_alert_of_network", "csp_report"];
  for (const index of [...indexes, "panel_user_to_erase", "staff_user_to_erase"]) expect(plan).toContain(index);
  expect(plan).not.toContain("Seq Scan");
});
