import { afterAll, beforeAll, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { createSeededRandom } from "@/server/testing/world/seeded-random";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { createPayoutFile } from "../payouts/create-payout-file";
import { recordPayoutOutcome } from "../payouts/record-payout-outcome";
import { reissuePayout } from "../payouts/reissue-payout";
import { sendPayoutFile } from "../payouts/send-payout-file";
import { withdrawPayout } from "../payouts/withdraw-payout";

// Random lives of payments, refunds, voids, payouts, failures and re-issues, beside a model that adds up what the
// merchant has and has got. After each step the books are computed again from everything.
let world: TestWorld;
let journey: PayoutJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = await createPayoutJourney(world);
});
afterAll(() => world.close());

/** The number of steps of a walk; `LEDGER_STEPS` makes a longer one. */
const steps = Number(process.env.LEDGER_STEPS ?? 120);
const seed = process.env.LEDGER_SEED ?? "ledger";

interface Taken {
  readonly code: string;
  readonly amountKurus: bigint;
  refundedKurus: bigint;
}

test("every account of the books is what a model adds up, after every step of a random life", async () => {
  const random = createSeededRandom(seed);
  const below = (count: number): number => random.bytes(4).readUInt32BE(0) % count;
  const taken: Taken[] = [];
  // What the merchant is owed, collected or not, and what has reached it; kuruş.
  let [owedKurus, paidKurus] = [0n, 0n];

  const netOf = async (code: string): Promise<bigint> =>
    (await journey.listSettlements(code)).reduce((sum, { amount }) => sum + amount, 0n);
  /** Does something to a payment, and adds to what is owed what it has changed. */
  const moving = async (code: string, act: () => Promise<unknown>): Promise<void> => {
    const before = await netOf(code);
    await act();
    owedKurus += (await netOf(code)) - before;
  };
  const payoutsOf = async (...states: string[]) =>
    (await journey.listPayouts()).filter(({ status }) => states.includes(status));
  const pick = <T>(some: readonly T[]): T | undefined => some[below(Math.max(1, some.length))];

  const acts: Readonly<Record<string, () => Promise<void>>> = {
    async capture() {
      const amountKurus = BigInt(1_000 + below(49_000));
      const isDirect = below(6) === 0;
      const mode = isDirect ? "direct_collection" : "standard";
      await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode } });
      const code = await journey.capture({ amountKurus });
      await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode: "standard" } });
      taken.push({ code, amountKurus, refundedKurus: 0n });
      owedKurus += await netOf(code);
    },
    async refund() {
      const payment = pick(taken.filter(({ amountKurus, refundedKurus }) => refundedKurus < amountKurus));
      if (!payment) return;
      const left = payment.amountKurus - payment.refundedKurus;
      const amountKurus = below(3) === 0 ? left : 1n + (left * BigInt(below(100))) / 101n;
      await moving(payment.code, async () => {
        const answer = await journey.tryRefund(payment.code, { way: "automatic", amountKurus });
        if (answer.endsWith("approved")) payment.refundedKurus += amountKurus;
      });
    },
    async passTime() {
      world.clock.set(plusMs(world.clock.now(), below(2) === 0 ? hours(1 + below(20)) : days(1 + below(4))));
    },
    async collect() {
      await journey.collect();
    },
    async approve() {
      const payout = pick(await payoutsOf("prepared"));
      if (payout) await journey.approve(payout.id);
    },
    async withdraw() {
      const payout = pick(await payoutsOf("prepared"));
      if (payout) await withdrawPayout(world.ctx, { payoutId: payout.id });
    },
    async send() {
      if ((await payoutsOf("approved")).every(({ fileId }) => fileId !== null)) return;
      const { id } = await createPayoutFile(world.ctx, { format: "csv", staffId: journey.proposer });
      await sendPayoutFile(world.ctx, { fileId: id });
    },
    async pay() {
      const payout = pick(await payoutsOf("sent"));
      if (!payout) return;
      await recordPayoutOutcome(world.ctx, { payoutId: payout.id, outcome: { bankReference: "EFT" } });
      owedKurus -= payout.amount;
      paidKurus += payout.amount;
    },
    async fail() {
      const payout = pick(await payoutsOf("sent"));
      if (payout)
        await recordPayoutOutcome(world.ctx, { payoutId: payout.id, outcome: { failure: "returned_by_bank" } });
    },
    async reissue() {
      const all = await journey.listPayouts();
      const again = new Set(all.filter(({ status }) => status !== "withdrawn").map(({ reissueOf }) => reissueOf));
      const payout = pick(all.filter(({ id, status }) => status === "failed" && !again.has(id)));
      if (payout) await reissuePayout(world.ctx, { payoutId: payout.id });
    },
  };
  const names = ["capture", "capture", "capture", "refund", "refund", "passTime", "passTime", "collect", "collect"];
  const all = [...names, ...Object.keys(acts)];

  for (let step = 1; step <= steps; step += 1) {
    const name = pick(all) ?? "collect";
    await acts[name]?.();
    const told = `step ${step} of seed ${seed}: ${name}`;
    expect(await journey.verify(), told).toEqual([]);
    const { merchant = 0n, carried = 0n, in_payout = 0n, returned = 0n, house = 0n } = await journey.balances();
    expect([merchant + carried + in_payout + returned, house], told).toEqual([owedKurus, paidKurus]);
  }
  expect(paidKurus).toBeGreaterThan(0n);
}, 600_000);
