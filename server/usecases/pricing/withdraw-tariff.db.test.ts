import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { replaceTariff } from "./replace-tariff";
import { getActiveTerms } from "./shared/installment-terms";
import { listTariffs } from "./tariff-queries";
import { withdrawTariff } from "./withdraw-tariff";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
const close = () => world?.close();
beforeEach(async () => {
  await close();
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(close);

const terminalId = testTerminals.ours;
const first = `trf_${terminalId}`;
const later = (ms: number) => plusMs(world.clock.now(), ms);
const replace = async (
  rateBps: number,
  { validFrom = "now", validTo = null }: { validFrom?: Date | "now"; validTo?: Date | null } = {},
) => {
  const price = { family: "credit", onUs: null, brand: null, installmentCount: 1, rateBps, fixedFee: null };
  const prices = [{ ...price, family: "credit" as const }];
  return (await replaceTariff(world.ctx, { terminalId, validFrom, validTo, prices })).id;
};
const withdraw = (tariffId: string) => withdrawTariff(world.ctx, { tariffId });
const refusalOf = async (tariffId: string) => {
  const error: unknown = await withdraw(tariffId).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? [error.code, error.message] : error;
};
/** Returns the current rate of a credit card's single charge, as a look-up shows it. */
const shownRate = async () => {
  const { tariff } = await getActiveTerms(world.ctx, await world.signIn(), terminalId);
  return tariff.find(({ family, installmentCount }) => family === "credit" && installmentCount === 1)?.rateBps;
};
const phases = async () => (await listTariffs(world.ctx, { terminalId })).map(({ id, phase }) => [id, phase]);
const chargedRate = async ({ paymentRef, paymentCode }: Awaited<ReturnType<typeof journey.create>>) => {
  expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  return (await journey.getAttempt(paymentCode)).rateBps;
};

describe("withdrawTariff", () => {
  test("prevents a planned tariff from starting and frees its instant for another one", async () => {
    const validFrom = later(days(1));
    const wrong = await replace(3_000, { validFrom });
    expect(await withdraw(wrong)).toMatchObject({ terminalId, inForce: { id: first } });
    const right = await replace(300, { validFrom });
    expect(await phases()).toEqual([
      [first, "in_force"],
      ...[
        [wrong, "withdrawn"],
        [right, "to_come"],
      ].sort(),
    ]);
    world.clock.set(validFrom);
    expect(await shownRate()).toBe(300);
  });

  test("puts the preceding tariff back in force at once; payments created with the withdrawn one keep it", async () => {
    const ofFirst = await journey.create();
    world.clock.advanceMs(1_000);
    const wrong = await replace(3_000);
    const ofWrong = await journey.create();
    world.clock.advanceMs(1_000);
    expect(await shownRate()).toBe(3_000);
    expect(await withdraw(wrong)).toMatchObject({ inForce: { id: first } });
    expect(await shownRate()).toBe(250);
    const since = await journey.create();
    const next = await replace(275);
    expect(await phases()).toEqual([
      [first, "over"],
      [wrong, "withdrawn"],
      [next, "in_force"],
    ]);
    expect(await Promise.all([ofFirst, ofWrong, since].map(chargedRate))).toEqual([250, 3_000, 250]);
  });

  test("puts the newest open-ended tariff back in force when a campaign is withdrawn", async () => {
    const campaign = await replace(99, { validTo: later(days(5)) });
    const ofCampaign = await journey.create();
    world.clock.advanceMs(1_000);
    const base = await replace(290);
    expect(await shownRate()).toBe(99);
    expect(await withdraw(campaign)).toMatchObject({ inForce: { id: base, validTo: null } });
    expect(await shownRate()).toBe(290);
    expect(await chargedRate(ofCampaign)).toBe(99);
  });

  test("refuses a withdrawn tariff and an unknown one", async () => {
    const tariffId = await replace(300, { validFrom: later(days(1)) });
    await withdraw(tariffId);
    expect(await refusalOf(tariffId)).toEqual(["validation_error", `The tariff ${tariffId} is withdrawn already`]);
    expect(await refusalOf("trf_none")).toEqual(["not_found", "There is no tariff trf_none"]);
  });

  test("refuses if no tariff would be in force, now or when a campaign ends", async () => {
    const why = (at: Date) => [
      "validation_error",
      `Without ${first} no tariff would be in force at ${at.toISOString()}`,
    ];
    expect(await refusalOf(first)).toEqual(why(world.clock.now()));
    const ends = later(days(5));
    await replace(99, { validTo: ends });
    expect(await refusalOf(first)).toEqual(why(ends));
    await replace(320, { validFrom: ends });
    expect(await withdraw(first)).toMatchObject({ inForce: { validTo: ends } });
    expect(await shownRate()).toBe(99);
  });

  test("accepts one of ten concurrent withdrawals of a tariff and refuses the others", async () => {
    world.clock.advanceMs(1_000);
    const tariffId = await replace(300);
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => withdraw(tariffId)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refusals = all.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []));
    expect(new Set(refusals)).toEqual(new Set([`The tariff ${tariffId} is withdrawn already`]));
  });

  test("keeps one of the last two tariffs when both are withdrawn concurrently", async () => {
    world.clock.advanceMs(1_000);
    const second = await replace(300);
    const all = await Promise.allSettled([first, second].map(withdraw));
    expect(all.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect([250, 300]).toContain(await shownRate());
  });
});
