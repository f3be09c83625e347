import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { getBacklog } from "./backlog-queries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 1, asApplication: true });
  await world.db.prisma.partner.updateMany({ data: { webhookUrl: "https://shop.test/hook" } });
});
afterAll(() => world.close());

const nothing = { count: 0, oldestSeconds: 0 };

test("an empty database has nothing that waits", async () => {
  expect(await getBacklog(world.ctx)).toEqual({
    paymentsInitiated: 0,
    capturing: nothing,
    captureUnknown: nothing,
    refundsPending: nothing,
    moneyReturnsPending: nothing,
    outbox: nothing,
    deliveries: nothing,
    deliveriesRetrying: 0,
    receiversFailing: 0,
    mails: nothing,
    jobs: nothing,
    alerts: {},
    sweepSeconds: { cron: null, watch: null },
  });
});

test("payments, unknown captures, events and alerts are counted, with the age of the oldest", async () => {
  const journey = createPaymentJourney(world);
  await journey.create();
  const captured = await journey.createAtBank();
  await journey.returnFromBank(captured.token);
  await world.settled();
  world.bank.answer("capture", unknown);
  const open = await journey.createAtBank();
  await journey.returnWithoutWaiting(open.token);
  world.clock.advanceMs(minutes(2));
  const row = { kind: "capture_unknown", detail: "", createdAt: world.clock.now() };
  await world.db.prisma.staffAlert.create({ data: { ...row, id: "alt_1", subject: "pay_1" } });
  await world.db.prisma.staffAlert.create({ data: { ...row, id: "alt_2", subject: "pay_2", closedAt: row.createdAt } });
  expect(await getBacklog(world.ctx)).toMatchObject({
    paymentsInitiated: 1,
    captureUnknown: { count: 1, oldestSeconds: 120 },
    outbox: { count: 1, oldestSeconds: 120 },
    alerts: { capture_unknown: 1 },
  });
});

test("each part reads an index of open rows, so that no table which grows is scanned", async () => {
  const { ctx } = world;
  const asked: { text: string; values: unknown[] }[] = [];
  const pool = {
    query(query: (typeof asked)[number]) {
      asked.push(query);
      return ctx.db.pool.query(query);
    },
  };
  await getBacklog({ ...ctx, db: { ...ctx.db, pool: pool as unknown as typeof ctx.db.pool } });
  const [{ text, values } = { text: "", values: [] }] = asked;
  const plan = await inTx(ctx.db, async (tx) => {
    // The tables of a test are so small that a scan would be cheaper.
    await tx.$executeRaw`set local enable_seqscan = off`;
    const rows = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(`explain ${text}`, ...values);
    return rows.map((each) => each["QUERY PLAN"]).join("\n");
  });
  const indexes = [...plan.matchAll(/(?:Index (?:Only )?Scan using|Bitmap Index Scan on) (\w+)/g)].map(
    ([, name]) => name,
  );
  expect(indexes.length).toBeGreaterThan(9);
  expect(indexes.filter((name) => !indexesOfOpenRows.includes(String(name)))).toEqual([]);
  expect(plan.match(/Seq Scan on (?!last_sweep)\w+/g)).toBeNull();
});

const indexesOfOpenRows = [
  "payment_due",
  "attempt_inquiry_due",
  "attempt_in_flight",
  "refund_pending",
  "money_return_inquiry_due",
  "outbox_unrelayed",
  "delivery_due",
  "delivery_due_of_partner",
  "mail_message_due",
  "executor_job_run_at_idx",
  "staff_alert_open",
];
