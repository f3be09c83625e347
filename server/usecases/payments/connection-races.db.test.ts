import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { newSecretToken, tokenHash } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import type { Db } from "@/server/store/db";
import { insertPayment } from "@/server/store/payments/new-payments";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { expectTotalsEqualPayments, expectUsageEqualsPayments } from "@/server/testing/world/totals";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 0 });
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

const terminalId = testTerminals.ours;
const setLimits = (data: { limitDaily: bigint | null }) =>
  world.db.prisma.terminal.update({ where: { id: terminalId }, data });

async function expectTotals(): Promise<void> {
  await expectTotalsEqualPayments(world, terminalId);
  await expectUsageEqualsPayments(world, terminalId);
}

describe("when limits start while another transaction is changing a payment", () => {
  let paymentId: string;
  beforeEach(async () => {
    world.clock.advanceMs(minutes(60));
    await setLimits({ limitDaily: null });
    for (let n = 0; n < 3; n++) await journey.create();
    paymentId = (await journey.create()).paymentCode;
  });

  type Change = (client: PoolClient) => Promise<unknown>;
  const begin: Change = (client) =>
    client.query("update terminal set limit_daily = 1000000000 where id = $1", [terminalId]);
  const update = (set: string): Change => {
    return (client) => {
      const values = [paymentId, plusMs(world.clock.now(), minutes(1))];
      return client.query(`update payment set ${set} where id = $1`, values);
    };
  };
  const insert: Change = (client) => {
    const now = world.clock.now();
    const payment = {
      partnerId: world.caller.partnerId,
      terminalId,
      amountKurus: 777n,
      installment: 1,
      now,
      tariffId: null,
      paymentCode: `pay_${newSecretToken(systemRandom)}`,
      partnerTxCode: newSecretToken(systemRandom),
      source: "api" as const,
      description: null,
      returnUrl: "https://shop.test/",
      expiresAt: plusMs(now, minutes(30)),
      refHash: tokenHash(newSecretToken(systemRandom)),
      refCipher: randomBytes(40),
    };
    return insertPayment({ pool: client, telemetry: world.db.telemetry } as unknown as Db, payment, []);
  };
  const changes: [what: string, change: Change][] = [
    ["is created", insert],
    ["fails", update("status = 'failed', failed_at = $2, failure_code = 'three_ds_failed'")],
    ["expires", update("status = 'expired', expired_at = $2")],
    ["is handed off", update("prepare_started_at = $2, counted_at = $2")],
  ];

  /** Keeps the first change uncommitted until the second one waits for its lock. */
  async function interleave(first: Change, second: Change): Promise<void> {
    const [one, two] = await Promise.all([world.db.pool.connect(), world.db.pool.connect()]);
    try {
      const { rows } = await two.query("select pg_backend_pid() as pid");
      await one.query("begin");
      await first(one);
      const done = second(two);
      await untilWaiting(rows[0].pid);
      await one.query("commit");
      await done;
    } finally {
      one.release();
      two.release();
    }
  }

  async function untilWaiting(pid: number): Promise<void> {
    await expect
      .poll(async () => {
        const { rows } = await world.db.pool.query("select wait_event_type from pg_stat_activity where pid = $1", [
          pid,
        ]);
        return rows[0]?.wait_event_type;
      })
      .toBe("Lock");
  }

  test.each(changes)("counts a payment that %s first by the start of the limits", async (_what, change) => {
    await interleave(change, begin);
    await expectTotals();
  });

  test.each(changes)("counts a payment that %s afterwards by the payment's own change", async (_what, change) => {
    await interleave(begin, change);
    await expectTotals();
  });
});

test("keeps totals equal to the sum of the payments while limits start and end during 100 creations", async () => {
  for (let round = 0; round < 4; round++) {
    await setLimits({ limitDaily: null });
    const creations = Array.from({ length: 100 }, async (_, n) => {
      await sleep(n % 25);
      return journey.create({ amountKurus: BigInt(n + 1) });
    });
    const changes = [10n ** 12n, null, 10n ** 13n].map(async (limitDaily, n) => {
      await sleep(5 + 8 * n);
      return setLimits({ limitDaily });
    });
    await Promise.all([...creations, ...changes]);
    await setLimits({ limitDaily: 10n ** 12n });
    await expectTotals();
  }
});

describe("at a limited terminal with all kinds of requests at once", () => {
  const limited = testTerminals.limited;
  const max = 400_000n;
  const refusals = /^(pos_daily_limit_exceeded|duplicate_partner_tx_code)$/;

  /** Returns the codes of the refusals; fails on any other error, such as a deadlock. */
  async function settle(works: Promise<unknown>[]): Promise<string[]> {
    const outcomes = await Promise.allSettled(works);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    for (const reason of reasons) expect(String(reason.code), String(reason)).toMatch(refusals);
    return reasons.map(({ code }) => code);
  }

  const create = (partnerTxCode: string) =>
    journey.create({ terminalId: limited, amountKurus: 10_000n, partnerTxCode });

  /** Creates payments whose browsers are at the bank, and returns their callback tokens. */
  async function atTheBank(codes: readonly string[]): Promise<string[]> {
    const tokens: string[] = [];
    for (const code of codes) {
      const started = await journey.start((await create(code)).paymentRef);
      if (started.kind === "form") tokens.push(started.form.fields[0]?.[1].split("/").at(-1) ?? "");
    }
    return tokens;
  }

  async function expectWithin(): Promise<void> {
    const { rows } = await world.db.pool.query(
      `select coalesce(sum(amount), 0)::text as sum from payment
        where terminal_id = $1 and counted_at >= $2
          and (status = 'captured' or (status = 'initiated' and expires_at > $3))`,
      [limited, istanbulDayStart(world.clock.now()), world.clock.now()],
    );
    expect(BigInt(rows[0].sum)).toBeLessThanOrEqual(max);
    await expectTotalsEqualPayments(world, limited);
    await expectUsageEqualsPayments(world, limited);
  }

  test("never passes the limit, loses no payment and runs into no deadlock", async () => {
    const data = { limitPerTx: null, limitDaily: max };
    await world.db.prisma.terminal.update({ where: { id: limited }, data });
    const refused: string[] = [];
    for (let round = 0; round < 6; round++) {
      const code = (what: string, n: number) => `${what}-${round}-${n}`;
      const numbers = Array.from({ length: 8 }, (_, n) => n);
      world.clock.advanceMs(days(1));
      // These payments lapse: a new request with the same code expires them, and so does the periodic job at the same
      // time.
      const lapsed = await Promise.all(numbers.map((n) => create(code("lapsed", n))));
      world.clock.advanceMs(minutes(40));
      const failing = await atTheBank(numbers.map((n) => code("failing", n)));
      const captured = await atTheBank(numbers.slice(0, 4).map((n) => code("captured", n)));
      const open = await Promise.all(numbers.map((n) => create(code("open", n))));
      refused.push(
        ...(await settle([
          ...numbers.flatMap((n) => [create(code("lapsed", n)), create(code("failing", n))]),
          ...failing.map((token) => journey.returnFromBank(token, "not_authenticated")),
          ...captured.map((token) => journey.returnFromBank(token)),
          ...open.map(({ paymentRef }) => journey.start(paymentRef)),
          ...Array.from({ length: 30 }, (_, n) => create(code("new", n))),
          ...lapsed.map(({ paymentCode }) => expirePayment(world.ctx, { paymentCode })),
        ])),
      );
      await world.settled();
      await expectWithin();
    }
    expect(refused).toContain("pos_daily_limit_exceeded");
    expect(await world.db.prisma.payment.count({ where: { terminalId: limited, status: "expired" } })).toBe(48);
    expect(await world.db.prisma.payment.count({ where: { terminalId: limited, status: "captured" } })).toBe(24);
  }, 60_000);
});
