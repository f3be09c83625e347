import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { findTerms } from "@/server/store/pricing/terminal-terms";
import { asPartnerId } from "@/server/store/tenant";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { type ReplaceTariffInput, replaceTariff } from "./replace-tariff";
import { getActiveTerms } from "./shared/installment-terms";
import { listTariffs } from "./tariff-queries";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
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
    terminalId: testTerminals.ours,
    validFrom: "now",
    validTo: null,
    prices: [single(300)],
    ...changes,
  });
const findRefusal = async (changes: Partial<ReplaceTariffInput>) => {
  const error: unknown = await replace(changes).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? [error.code, error.message] : error;
};
/** Returns each tariff's start, end, phase, and its rate or number of prices. */
const spans = async (terminalId: string = testTerminals.ours) =>
  (await listTariffs(world.ctx, { terminalId })).map(({ validFrom, validTo, phase, prices }) => [
    validFrom.getTime() - world.clock.now().getTime(),
    validTo && validTo.getTime() - world.clock.now().getTime(),
    phase,
    prices.length === 1 ? prices[0]?.rateBps : prices.length,
  ]);
/** Returns the current rate of a credit card's single charge, as a look-up shows it. */
const shownRate = async (terminalId: string = testTerminals.ours) => {
  const { tariff } = await getActiveTerms(world.ctx, await world.signIn(), terminalId);
  return tariff.find(({ family, installmentCount }) => family === "credit" && installmentCount === 1)?.rateBps;
};

describe("replaceTariff", () => {
  test("shows new prices to look-ups at once; an earlier payment is charged by the prices of its creation", async () => {
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
    expect(await journey.getAttempt(before.paymentCode)).toMatchObject({ rateBps: 250, fixedFee: null });
    expect(await journey.getAttempt(third.paymentCode)).toMatchObject({ rateBps: 450, fixedFee: null });
    expect(await journey.getAttempt(since.paymentCode)).toMatchObject({ rateBps: 300, fixedFee: 40n });
    expect(await shownRate()).toBe(300);
  });

  test("lets a campaign precede the open-ended tariff, which applies again afterwards; returns later tariffs", async () => {
    const terminalId = testTerminals.limited;
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

  test("keeps a planned campaign when the open-ended tariff is replaced; afterwards the new prices apply", async () => {
    const terminalId = testTerminals.foreign;
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

  test("refuses an overlapping campaign and a second tariff at the same instant, and names the obstacle", async () => {
    const [from, to] = [later(days(10)), later(days(20))];
    const campaign = await replace({ validFrom: from, validTo: to, prices: [single(97)] });
    const base = await replace({ validFrom: from, prices: [single(444)] });
    const before = await spans();
    expect(await findRefusal({ validFrom: later(days(19)), validTo: later(days(21)) })).toEqual([
      "validation_error",
      `The campaign ${campaign.id} lasts from ${from.toISOString()} to ${to.toISOString()}; withdraw it first`,
    ]);
    expect(await findRefusal({ validFrom: from })).toEqual([
      "validation_error",
      `The tariff ${base.id} already begins at ${from.toISOString()}; withdraw it first`,
    ]);
    expect(await spans()).toEqual(before);
    await replace({ validFrom: to, validTo: later(days(21)) });
  });

  test("refuses a past start, missing or wrong prices, and an unknown terminal, and stores nothing", async () => {
    const before = await spans();
    expect(await findRefusal({ validFrom: later(-1) })).toEqual([
      "validation_error",
      expect.stringMatching(/^A tariff cannot begin in the past: .+ is before .+$/),
    ]);
    expect(await findRefusal({ prices: [] })).toEqual(["validation_error", "A tariff has at least one price"]);
    const wrong = [single(250), single(1), { ...single(2), installmentCount: 40 }];
    expect(await findRefusal({ prices: wrong })).toEqual([
      "validation_error",
      "price 2: the same kind of card and count already has a price above; price 3: installmentCount must be from 1 to 36",
    ]);
    expect(await findRefusal({ terminalId: "trm_none" })).toEqual(["not_found", "There is no terminal trm_none"]);
    expect(await spans()).toEqual(before);
  });

  test("adds one of ten concurrent tariffs for the same instant and refuses the others", async () => {
    const validFrom = later(days(40));
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => replace({ validFrom, prices: [single(500 + n)] })),
    );
    const won = all.filter((one) => one.status === "fulfilled");
    expect(won).toHaveLength(1);
    const lost = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(new Set(lost.map(({ code, message }) => `${code}: ${message}`))).toEqual(
      new Set([
        `validation_error: The tariff ${won[0]?.value.id} already begins at ${validFrom.toISOString()}; withdraw it first`,
      ]),
    );
    expect((await spans()).filter(([from]) => from === days(40))).toHaveLength(1);
  });

  test("refuses one of two concurrent campaigns that overlap", async () => {
    const [first, second] = [days(60), days(61)];
    const all = await Promise.allSettled([
      replace({ validFrom: later(first), validTo: later(first + days(3)) }),
      replace({ validFrom: later(second), validTo: later(second + days(3)) }),
    ]);
    expect(all.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("causes no deadlock with concurrent creations, and each payment is charged by one of the two tariffs", async () => {
    const terminalId = testTerminals.limited;
    const work = Array.from({ length: 12 }, async (_, n) =>
      n % 4 === 0
        ? replace({ terminalId, validFrom: later(days(200 + n)) })
        : journey.create({ terminalId, amountKurus: 1_000n }),
    );
    expect((await Promise.allSettled(work)).filter(({ status }) => status === "rejected")).toEqual([]);
  });
});

describe("listTariffs", () => {
  test("lists all in force and to come, and the latest twenty that are over; refuses an unknown terminal", async () => {
    const terminalId = testTerminals.foreign;
    await replace({ terminalId, validFrom: later(days(50)), validTo: later(days(60)), prices: [single(96)] });
    world.clock.advanceMs(days(55));
    for (let n = 1; n <= 24; n++) {
      await replace({ terminalId, validFrom: later(hours(n)), prices: [single(n)] });
    }
    const shown = async (...phases: string[]) =>
      (await spans(terminalId)).filter(([, , phase]) => phases.includes(String(phase))).map(([, , , rate]) => rate);
    expect(await shown("covered", "in_force")).toEqual([320, 96]);
    expect(await shown("to_come")).toEqual(Array.from({ length: 24 }, (_, n) => n + 1));
    world.clock.advanceMs(days(10));
    expect(await shown("in_force", "to_come")).toEqual([24]);
    expect(await shown("over")).toHaveLength(20);
    expect((await shown("over")).at(0)).toBe(4);
    await expect(listTariffs(world.ctx, { terminalId: "trm_none" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
