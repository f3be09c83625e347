import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { findTerms } from "@/server/store/pricing/terminal-terms";
import { asPartnerId } from "@/server/store/tenant";
import { journeyIn } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import { getActiveTerms } from "./installment-terms";
import { listTariffs } from "./list-tariffs";
import { type ReplaceTariffInput, replaceTariff } from "./replace-tariff";

let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = journeyIn(world);
});
afterAll(() => world.close());

const single = (rateBps: number, fixedFee: bigint | null = null): TariffPrice => ({
  family: "credit",
  onUs: null,
  brand: null,
  installmentCount: 1,
  rateBps,
  fixedFee,
});
const later = (ms: number) => plusMs(world.clock.now(), ms);
const replace = (changes: Partial<ReplaceTariffInput> = {}) =>
  replaceTariff(world.ctx, {
    terminalId: terminalOf.ours,
    validFrom: "now",
    validTo: null,
    prices: [single(300)],
    ...changes,
  });
const refusalOf = async (changes: Partial<ReplaceTariffInput>) => {
  const error: unknown = await replace(changes).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? [error.code, error.message] : error;
};
/** Of each tariff from when, until when, its phase and its rate or the number of its prices. */
const spans = async (terminalId: string = terminalOf.ours) =>
  (await listTariffs(world.ctx, { terminalId })).map(({ validFrom, validTo, phase, prices }) => [
    validFrom.getTime() - world.clock.now().getTime(),
    validTo && validTo.getTime() - world.clock.now().getTime(),
    phase,
    prices.length === 1 ? prices[0]?.rateBps : prices.length,
  ]);
/** The single charge of a credit card as a look-up shows it at this moment. */
const shownRate = async (terminalId: string = terminalOf.ours) => {
  const { tariff } = await getActiveTerms(world.ctx, await world.signIn(), terminalId);
  return tariff.find(({ family, installmentCount }) => family === "credit" && installmentCount === 1)
    ?.rateBps;
};

describe("replaceTariff", () => {
  test("from now on a look-up shows the new prices; a payment of before is charged by those of its creation", async () => {
    const before = await journey.create();
    const third = await journey.create({ installment: 3 });
    world.clock.advanceMs(1);
    const replaced = await replace({ prices: [single(300, 40n)] });
    expect(replaced).toMatchObject({ validFrom: world.clock.now(), validTo: null, toCome: [] });
    expect(await shownRate()).toBe(300);
    const since = await journey.create();
    for (const payment of [before, third, since]) {
      expect(await journey.start(payment.paymentRef)).toMatchObject({ kind: "form" });
    }
    expect(await journey.attemptOf(before.paymentCode)).toMatchObject({ rateBps: 250, fixedFee: null });
    expect(await journey.attemptOf(third.paymentCode)).toMatchObject({ rateBps: 450, fixedFee: null });
    expect(await journey.attemptOf(since.paymentCode)).toMatchObject({ rateBps: 300, fixedFee: 40n });
    expect(await shownRate()).toBe(300);
  });

  test("a campaign goes before what has no end, which holds again after it; what is to come is named", async () => {
    const terminalId = terminalOf.limited;
    const [from, to, next] = [later(days(1)), later(days(3)), later(days(5))];
    const base = await replace({ terminalId, validFrom: next, prices: [single(310)] });
    const campaign = await replace({ terminalId, validFrom: from, validTo: to, prices: [single(99)] });
    expect(campaign).toMatchObject({ validFrom: from, validTo: to });
    expect(campaign.toCome).toEqual([{ id: base.id, validFrom: next, validTo: null }]);
    const before = world.clock.now();
    const phases = [];
    for (const at of [plusMs(from, -1), from, plusMs(to, -1), to, next]) {
      world.clock.set(at);
      const shown = (await spans(terminalId)).map(([, , phase]) => phase);
      phases.push([await shownRate(terminalId), ...shown]);
    }
    world.clock.set(before);
    expect(phases).toEqual([
      [250, "in_force", "to_come", "to_come"],
      [99, "covered", "in_force", "to_come"],
      [99, "covered", "in_force", "to_come"],
      [250, "in_force", "over", "to_come"],
      [310, "over", "over", "in_force"],
    ]);
  });

  test("from now on during the planning of a campaign: it stays, and after it the new prices hold, not the old ones", async () => {
    const terminalId = terminalOf.foreign;
    const rateAt = async (at: Date) => {
      const partnerId = asPartnerId("prt_other");
      const { termsVersion } = await world.db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } });
      const query = { terminalId, partnerId, termsVersion: Number(termsVersion), at };
      return (await findTerms(world.db, query))?.tariff[0]?.rateBps;
    };
    const [from, to] = [later(days(1)), later(days(3))];
    await replace({ terminalId, prices: [single(240)] });
    world.clock.advanceMs(1);
    const campaign = await replace({ terminalId, validFrom: from, validTo: to, prices: [single(98)] });
    const { toCome } = await replace({ terminalId, prices: [single(320)] });
    expect(toCome).toEqual([{ id: campaign.id, validFrom: from, validTo: to }]);
    const rates = [];
    for (const at of [world.clock.now(), from, plusMs(to, -1), to]) rates.push(await rateAt(at));
    expect(rates).toEqual([320, 98, 98, 320]);
  });

  test("refused: a second campaign over another, and a second tariff at the same instant, each by name", async () => {
    const [from, to] = [later(days(10)), later(days(20))];
    const campaign = await replace({ validFrom: from, validTo: to, prices: [single(97)] });
    const base = await replace({ validFrom: from, prices: [single(444)] });
    const before = await spans();
    expect(await refusalOf({ validFrom: later(days(19)), validTo: later(days(21)) })).toEqual([
      "validation_error",
      `The campaign ${campaign.id} lasts from ${from.toISOString()} to ${to.toISOString()}; withdraw it first`,
    ]);
    expect(await refusalOf({ validFrom: from })).toEqual([
      "validation_error",
      `The tariff ${base.id} begins at ${from.toISOString()} already; withdraw it first`,
    ]);
    expect(await spans()).toEqual(before);
    await replace({ validFrom: to, validTo: later(days(21)) });
  });

  test("refused in the past, without prices, with wrong ones and for an unknown terminal, and nothing is kept", async () => {
    const before = await spans();
    expect(await refusalOf({ validFrom: later(-1) })).toEqual([
      "validation_error",
      expect.stringMatching(/^.+ is over \(it is .+\): no tariff begins in the past$/),
    ]);
    expect(await refusalOf({ prices: [] })).toEqual(["validation_error", "A tariff has at least one price"]);
    const wrong = [single(250), single(1), { ...single(2), installmentCount: 40 }];
    expect(await refusalOf({ prices: wrong })).toEqual([
      "validation_error",
      "price 2: the same kind of card and count has a price above; price 3: installmentCount has to be from 1 to 36",
    ]);
    expect(await refusalOf({ terminalId: "trm_none" })).toEqual([
      "not_found",
      "There is no terminal trm_none",
    ]);
    expect(await spans()).toEqual(before);
  });

  test("concurrently: ten at once for the same instant, one wins and the others are told", async () => {
    const validFrom = later(days(40));
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => replace({ validFrom, prices: [single(500 + n)] })),
    );
    const won = all.filter((one) => one.status === "fulfilled");
    expect(won).toHaveLength(1);
    const lost = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(new Set(lost.map(({ code, message }) => `${code}: ${message}`))).toEqual(
      new Set([
        `validation_error: The tariff ${won[0]?.value.id} begins at ${validFrom.toISOString()} already; withdraw it first`,
      ]),
    );
    expect((await spans()).filter(([from]) => from === days(40))).toHaveLength(1);
  });

  test("concurrently: of two campaigns that overlap, one is refused", async () => {
    const [first, second] = [days(60), days(61)];
    const all = await Promise.allSettled([
      replace({ validFrom: later(first), validTo: later(first + days(3)) }),
      replace({ validFrom: later(second), validTo: later(second + days(3)) }),
    ]);
    expect(all.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("beside payments that are created, none waits for ever and each is charged by one of the two", async () => {
    const terminalId = terminalOf.limited;
    const work = Array.from({ length: 12 }, async (_, n) =>
      n % 4 === 0
        ? replace({ terminalId, validFrom: later(days(200 + n)) })
        : journey.create({ terminalId, amountKurus: 1_000n }),
    );
    expect((await Promise.allSettled(work)).filter(({ status }) => status === "rejected")).toEqual([]);
  });
});

describe("listTariffs", () => {
  test("the latest twenty, and what holds now however many have begun after it; no unknown terminal", async () => {
    const terminalId = terminalOf.foreign;
    await replace({ terminalId, validFrom: later(days(50)), validTo: later(days(60)), prices: [single(96)] });
    world.clock.advanceMs(days(55));
    for (let n = 1; n <= 21; n++) {
      await replace({ terminalId, validFrom: later(hours(n)), prices: [single(n)] });
    }
    const listed = await spans(terminalId);
    expect(listed.slice(0, 2).map(([, , ...told]) => told)).toEqual([
      ["covered", 320],
      ["in_force", 96],
    ]);
    expect(listed.slice(2)).toEqual(
      Array.from({ length: 20 }, (_, n) => [hours(n + 2), null, "to_come", n + 2]),
    );
    await expect(listTariffs(world.ctx, { terminalId: "trm_none" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
