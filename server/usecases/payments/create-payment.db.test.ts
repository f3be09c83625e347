import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import type { CreatePaymentInput } from "./create-payment";
import { getPayment, getPaymentByCode } from "./queries";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

const create = (changes: Partial<CreatePaymentInput> = {}) => journey.create({ amountKurus: 125_050n, ...changes });

const count = (partnerTxCode: string) => world.db.prisma.payment.count({ where: { partnerTxCode } });

describe("createPayment", () => {
  test("201 with an initiated payment, valid for 30 minutes, whose row does not hold the reference", async () => {
    const created = await create({ partnerTxCode: "fresh" });
    expect(created).toMatchObject({
      status: "initiated",
      idempotentReplay: false,
      handoffUrl: "http://pay.test/handoff",
    });
    expect(created.paymentRef).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: created.paymentCode } });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(minutes(30));
    const { rows } = await world.db.pool.query("select payment::text as line from payment where id = $1", [row.id]);
    expect(rows[0].line).not.toContain(created.paymentRef);
    expect(rows[0].line).not.toContain(Buffer.from(created.paymentRef).toString("hex"));
  });

  test("200 with the same code and reference for an equal request, which writes nothing", async () => {
    const first = await create({
      partnerTxCode: "again",
      description: "one",
      returnUrl: "https://shop.test/1",
    });
    const second = await create({
      partnerTxCode: "again",
      description: "two",
      returnUrl: "https://shop.test/2",
    });
    expect(second).toEqual({ ...first, idempotentReplay: true });
    expect(await count("again")).toBe(1);
  });

  test.each([
    ["amount", { amountKurus: 125_051n }],
    ["terminal", { terminalId: testTerminals.limited, amountKurus: 125_050n }],
    ["installment", { installment: 3 }],
    ["interface", { source: "panel" as const }],
  ])("409 for the same code with another %s", async (what, changes) => {
    await create({ partnerTxCode: `differs-${what}` });
    await expect(create({ partnerTxCode: `differs-${what}`, ...changes })).rejects.toMatchObject({
      code: "duplicate_partner_tx_code",
    });
  });

  test("200 for a replay although its terminal has been switched off in the meantime", async () => {
    const first = await create({ partnerTxCode: "switched-off" });
    await updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes: { active: false } });
    try {
      expect(await create({ partnerTxCode: "switched-off" })).toEqual({ ...first, idempotentReplay: true });
      await expect(create()).rejects.toMatchObject({ code: "terminal_not_allowed" });
    } finally {
      await updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes: { active: true } });
    }
  });

  test("403 for new payments and replays during a hold, without using up the code", async () => {
    await create({ partnerTxCode: "before-hold" });
    const caller = { ...world.caller, acceptanceHeld: true };
    for (const partnerTxCode of ["before-hold", "during-hold"]) {
      await expect(create({ caller, partnerTxCode })).rejects.toMatchObject({
        code: "payment_acceptance_held",
      });
    }
    expect(await count("during-hold")).toBe(0);
  });

  test("403 for a terminal of another account, as for a missing one", async () => {
    for (const terminalId of [testTerminals.foreign, "trm_none"]) {
      await expect(create({ terminalId })).rejects.toMatchObject({ code: "terminal_not_allowed" });
    }
  });

  test("422 outside the account's limits, 201 at both ends of them", async () => {
    const caller = { ...world.caller, minAmountKurus: 100n, maxAmountKurus: 200n };
    for (const amountKurus of [99n, 201n]) {
      await expect(create({ caller, amountKurus })).rejects.toMatchObject({ code: "amount_limit_exceeded" });
    }
    for (const amountKurus of [100n, 200n]) {
      expect(await create({ caller, amountKurus })).toMatchObject({ status: "initiated" });
    }
  });

  test("422 for a count that the terminal or the account's narrowing does not permit", async () => {
    for (const installment of [0, -1, 2, 2_147_483_647]) {
      await expect(create({ installment })).rejects.toMatchObject({ code: "installment_not_allowed" });
    }
    const caller = { ...world.caller, installmentCounts: [1] };
    await expect(create({ caller, installment: 3 })).rejects.toMatchObject({
      code: "installment_not_allowed",
    });
    expect(await create({ installment: 3 })).toMatchObject({ status: "initiated" });
  });

  test("201 once and 200 for 24 replays when 25 equal requests race", async () => {
    const all = await Promise.all(Array.from({ length: 25 }, () => create({ partnerTxCode: "race" })));
    expect(all.filter((one) => !one.idempotentReplay)).toHaveLength(1);
    expect(new Set(all.map((one) => one.paymentCode)).size).toBe(1);
    expect(new Set(all.map((one) => one.paymentRef)).size).toBe(1);
    expect(await count("race")).toBe(1);
  });

  test("201 for a code whose holder is due: the holder expires with its event", async () => {
    const first = await create({ partnerTxCode: "released" });
    world.clock.advanceMs(minutes(30));
    const second = await create({ partnerTxCode: "released" });
    expect(second.idempotentReplay).toBe(false);
    expect(second.paymentCode).not.toBe(first.paymentCode);
    const { partnerId } = world.caller;
    expect(await getPayment(world.ctx, { partnerId, paymentCode: first.paymentCode })).toMatchObject({
      status: "expired",
    });
    expect(await getPaymentByCode(world.ctx, { partnerId, partnerTxCode: "released" })).toMatchObject({
      paymentCode: second.paymentCode,
    });
    const events = await world.db.prisma.outboxEvent.findMany({ where: { resourceId: first.paymentCode } });
    expect(events.map((event) => event.type)).toEqual(["payment.expired"]);
  });
});

describe("limits of the bank connection", () => {
  const limited = (amountKurus: bigint, more: Partial<CreatePaymentInput> = {}) =>
    create({ terminalId: testTerminals.limited, amountKurus, ...more });

  test("422 for the limit per transaction, without using up the code", async () => {
    await expect(limited(50_001n, { partnerTxCode: "too-much" })).rejects.toMatchObject({
      code: "pos_per_tx_limit_exceeded",
    });
    expect(await limited(100n, { partnerTxCode: "too-much" })).toMatchObject({ idempotentReplay: false });
  });

  test("creates exactly the payments that fit when 50 race for the rest of the day", async () => {
    world.clock.advanceMs(minutes(60 * 24));
    const each = 10_000n;
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => limited(each)));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(outcomes.length - refused.length).toBe(10);
    expect(new Set(refused.map((outcome) => outcome.reason.code))).toEqual(new Set(["pos_daily_limit_exceeded"]));
  });

  test("200 for equal requests even when the first of them reached the limit", async () => {
    world.clock.advanceMs(minutes(60 * 24));
    await limited(50_000n);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => limited(50_000n, { partnerTxCode: "last-of-the-day" })),
    );
    expect(all.filter((one) => !one.idempotentReplay)).toHaveLength(1);
  });

  test("gives the reservation of an uncompleted payment back when its validity ends", async () => {
    await expect(limited(50_000n)).rejects.toMatchObject({ code: "pos_daily_limit_exceeded" });
    world.clock.advanceMs(minutes(31));
    expect(await limited(50_000n)).toMatchObject({ status: "initiated" });
  });

  test("422 inside a closed hour range across midnight, 201 outside it", async () => {
    const windows = [{ from: "23:00", to: "01:00", max: 0n }];
    await updateTerminalSettings(world.ctx, {
      terminalId: testTerminals.ours,
      changes: { limits: { windows } },
    });
    const istanbul = (time: string) => world.clock.set(new Date(`2027-01-05T${time}+03:00`));
    for (const time of ["23:00:00.000", "23:59:59.999", "00:30:00.000", "00:59:59.999"]) {
      istanbul(time);
      await expect(create()).rejects.toMatchObject({ code: "pos_time_window_limit_exceeded" });
    }
    for (const time of ["22:59:59.999", "01:00:00.000"]) {
      istanbul(time);
      expect(await create()).toMatchObject({ status: "initiated" });
    }
    await updateTerminalSettings(world.ctx, {
      terminalId: testTerminals.ours,
      changes: { limits: { windows: [] } },
    });
  });

  test("422 once the sums reach the weekly and monthly limits, in the order day, week, month", async () => {
    const change = (limits: object) =>
      updateTerminalSettings(world.ctx, { terminalId: testTerminals.limited, changes: { limits } });
    world.clock.set(new Date("2027-03-10T09:00:00Z"));
    await limited(40_000n);
    await change({ daily: null, weekly: 60_000n, monthly: 60_000n });
    await expect(limited(30_000n)).rejects.toMatchObject({ code: "pos_weekly_limit_exceeded" });
    await change({ weekly: null });
    await expect(limited(30_000n)).rejects.toMatchObject({ code: "pos_monthly_limit_exceeded" });
    await change({ daily: 60_000n });
    await expect(limited(30_000n)).rejects.toMatchObject({ code: "pos_daily_limit_exceeded" });
  });
});

test("counts a payment paid after midnight for the day on which the bank takes the money", async () => {
  const limits = { perTx: null, daily: 100_000n, weekly: null, monthly: null };
  await updateTerminalSettings(world.ctx, { terminalId: testTerminals.limited, changes: { limits } });
  const limited = () => create({ terminalId: testTerminals.limited, amountKurus: 50_000n });
  world.clock.set(new Date("2028-01-10T23:55:00.000+03:00"));
  const late = [await limited(), await limited()];
  world.clock.set(new Date("2028-01-11T00:05:00.000+03:00"));
  for (const { paymentRef } of late) expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  await expect(limited()).rejects.toMatchObject({ code: "pos_daily_limit_exceeded" });
});

test("finds a code by its partial index among many payments", async () => {
  await world.db.pool.query(`
    insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
                         ref_hash, ref_cipher, created_at, updated_at, counted_at, expires_at, failed_at, failure_code)
    select 'many-' || n, 'prt_other', 'trm_foreign', 'code-' || n % 1000, 'api', 'failed', 1, 1, 'https://x.test/',
           sha256(n::text::bytea), '', '2026-01-01Z', '2026-01-01Z', '2026-01-01Z', '2026-01-02Z', '2026-01-01Z', 'x'
      from generate_series(1, 20000) as n`);
  await world.db.pool.query("analyze payment");
  const { rows } = await world.db.pool.query(`explain select id from payment
     where partner_id = 'prt_ours' and partner_tx_code = 'race' and status in ('initiated', 'captured')`);
  expect(rows.map((row) => row["QUERY PLAN"]).join()).toContain("payment_active_code");
  const statements: string[] = [];
  const { pool } = world.db;
  const original = pool.query;
  pool.query = function (this: unknown, ...args: never[]) {
    statements.push(JSON.stringify(args[0]));
    return Reflect.apply(original, pool, args);
  } as never;
  await getPaymentByCode(world.ctx, { partnerId: world.caller.partnerId, partnerTxCode: "race" }).catch(() => null);
  pool.query = original;
  expect(statements[0]).toContain("status in ('initiated', 'captured')");
});

test("makes two round trips to the database for a create, including the key's, once the terminal is cached", async () => {
  for (const terminalId of [testTerminals.ours, testTerminals.limited]) {
    world.clock.advanceMs(minutes(60 * 24 * 40));
    await create({ terminalId, amountKurus: 100n });
    let queries = 0;
    const { pool } = world.db;
    const original = pool.query;
    pool.query = function (this: unknown, ...args: never[]) {
      queries++;
      return Reflect.apply(original, pool, args);
    } as never;
    await create({ terminalId, amountKurus: 100n });
    pool.query = original;
    expect(queries).toBe(2);
  }
});

test("returns all settings after a change and dates a hold", async () => {
  const settings = await updatePartnerSettings(world.ctx, {
    partnerId: "prt_other",
    changes: { acceptanceHeld: true, allowedHosts: ["shop.example"], rateLimits: { paymentsPerKey: 90 } },
  });
  expect(settings).toMatchObject({
    status: "active",
    acceptanceHeld: true,
    holdReason: "risk_review",
    allowedHosts: ["shop.example"],
    installmentCounts: null,
    rateLimits: { paymentsPerKey: 90, linkReadsPerKey: null },
  });
  await expect(updatePartnerSettings(world.ctx, { partnerId: "prt_none", changes: {} })).rejects.toMatchObject({
    code: "not_found",
  });
});
