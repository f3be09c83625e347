import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { TariffPrice } from "@/server/domain/installments";
import { journeyIn } from "@/server/launch/test-journey";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/launch/test-world";
import { getActiveTerms } from "./installment-terms";
import { listTariffs } from "./list-tariffs";
import { type ReplaceTariffInput, replaceTariff } from "./replace-tariff";

let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
/** The tariff that every terminal begins with. */
let firstPrices: readonly TariffPrice[];
beforeAll(async () => {
  world = await openTestWorld();
  journey = journeyIn(world);
  firstPrices = (await listTariffs(world.ctx, { terminalId: terminalOf.ours }))[0]?.prices ?? [];
  expect(firstPrices.length).toBeGreaterThan(10);
});
afterAll(() => world.close());

const single = (rateBps: number, fixedFee: bigint | null = null): TariffPrice => ({
  ...{ family: "credit", onUs: null, brand: null, installmentCount: 1, rateBps, fixedFee },
});
const later = (ms: number) => plusMs(world.clock.now(), ms);
const replace = (changes: Partial<ReplaceTariffInput> = {}) =>
  replaceTariff(world.ctx, {
    ...{ terminalId: terminalOf.ours, validFrom: "now", validTo: null, prices: [single(300)] },
    ...changes,
  });
const refusalOf = async (changes: Partial<ReplaceTariffInput>) => {
  const error: unknown = await replace(changes).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? [error.code, error.message] : error;
};
const spans = async (terminalId: string = terminalOf.ours) =>
  (await listTariffs(world.ctx, { terminalId })).map(({ validFrom, validUntil, phase, prices }) => [
    ...[
      validFrom.getTime() - world.clock.now().getTime(),
      validUntil && validUntil.getTime() - validFrom.getTime(),
    ],
    ...[phase, prices.length === 1 ? prices[0]?.rateBps : prices.length],
  ]);
/** The single charge of a credit card as a look-up shows it at this moment. */
const shownRate = async () => {
  const { tariff } = await getActiveTerms(world.ctx, await world.signIn(), terminalOf.ours);
  return tariff.find(({ family, installmentCount }) => family === "credit" && installmentCount === 1)
    ?.rateBps;
};

describe("replaceTariff", () => {
  test("from now on a look-up shows the new prices; a payment of before is charged by those of its creation", async () => {
    const before = await journey.create();
    const third = await journey.create({ installment: 3 });
    world.clock.advanceMs(1);
    const replaced = await replace({ prices: [single(300, 40n)] });
    expect(replaced).toMatchObject({ validFrom: world.clock.now(), validUntil: null });
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

  test("a campaign ends where the prices of before begin again, in one look-up after the other", async () => {
    const terminalId = terminalOf.limited;
    await replace({ terminalId, validFrom: later(days(1)), validTo: later(days(3)), prices: [single(99)] });
    expect((await spans(terminalId)).slice(1)).toEqual([
      [days(1), days(2), "to_come", 99],
      [days(3), null, "to_come", firstPrices.length],
    ]);
    const [first, , again] = await listTariffs(world.ctx, { terminalId });
    const sorted = (prices: readonly TariffPrice[] = []) =>
      prices.map((price) => Object.values(price).join()).sort();
    expect(sorted(again?.prices)).toEqual(sorted(first?.prices));
    expect(first).toMatchObject({ phase: "in_force", validUntil: later(days(1)) });
  });

  test("a campaign up to another's beginning adds nothing after it; one over it is refused by name", async () => {
    const [from, next] = [later(days(10)), later(days(20))];
    const { tariffId } = await replace({ validFrom: next, prices: [single(444)] });
    expect(await refusalOf({ validFrom: from, validTo: later(days(21)) })).toEqual([
      "validation_error",
      `The tariff ${tariffId} begins at ${next.toISOString()}, before this one would end`,
    ]);
    const count = (await spans()).length;
    expect(await replace({ validFrom: from, validTo: next })).toMatchObject({ validUntil: next });
    expect(await spans()).toHaveLength(count + 1);
  });

  test("refused in the past, without prices, with wrong ones and for an unknown terminal, and nothing is kept", async () => {
    const before = await spans();
    expect(await refusalOf({ validFrom: later(-1) })).toEqual([
      "validation_error",
      expect.stringMatching(/^.+ is over \(it is .+\): payments keep the tariff of their creation/),
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
        `validation_error: The tariff ${won[0]?.value.tariffId} begins at ${validFrom.toISOString()} already`,
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
  test("says which is over, in force and to come, and knows no unknown terminal", async () => {
    const phases = (await listTariffs(world.ctx, { terminalId: terminalOf.ours })).map(({ phase }) => phase);
    expect(phases.slice(0, 3)).toEqual(["over", "in_force", "to_come"]);
    expect(new Set(phases.slice(2))).toEqual(new Set(["to_come"]));
    await expect(listTariffs(world.ctx, { terminalId: "trm_none" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("the latest twenty, each ending where the next begins", async () => {
    const terminalId = terminalOf.foreign;
    for (let n = 1; n <= 21; n++)
      await replace({ terminalId, validFrom: later(hours(n)), prices: [single(n)] });
    const listed = await listTariffs(world.ctx, { terminalId });
    expect(listed.map(({ prices }) => prices[0]?.rateBps)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 2),
    );
    expect(listed.map(({ validUntil }) => validUntil)).toEqual([
      ...listed.slice(1).map(({ validFrom }) => validFrom),
      null,
    ]);
  });
});
