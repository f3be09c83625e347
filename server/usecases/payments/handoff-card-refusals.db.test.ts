import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardFamilies, type TariffPrice } from "@/server/domain/pricing/installments";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testCard, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import { replaceTariff } from "../pricing/replace-tariff";
import { listTariffs } from "../pricing/tariff-queries";

// Tests reasons 1 to 3 of installment_not_allowed and the card types (§7.3, §7.4), each at the request that reports it.
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
/** Prices of a single charge for every family, and of 3 installments for every programme. */
let fullTariff: readonly TariffPrice[];
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
  fullTariff = (await listTariffs(world.ctx, { terminalId: testTerminals.ours }))[0]?.prices ?? [];
  const bin = { brand: null, scheme: "visa", commercial: false, confidence: "high" };
  await world.db.prisma.binRange.createMany({
    data: [
      { ...bin, bin: "411111", bank: "Brandless Bank", family: "credit" },
      { ...bin, bin: "402000", bank: "Akbank", family: "prepaid" },
      { ...bin, bin: "55287999", bank: "Halkbank", brand: "paraf", family: "credit", confidence: "low" },
    ],
  });
});
afterAll(() => world.close());

const paraf = "5528790000000008";
const pans = {
  debit: "4508030000000006",
  prepaid: "4020000000000008",
  foreign: "4242424242424242",
  unknown: "4000000000000002",
  doubtful: "5528799900000000",
  brandless: "4111111111111111",
};
const price = (changes: Partial<TariffPrice>): TariffPrice => ({
  family: "credit",
  onUs: null,
  brand: null,
  installmentCount: 1,
  rateBps: 250,
  fixedFee: null,
  ...changes,
});
const setTariff = (prices: readonly TariffPrice[]) => {
  world.clock.advanceMs(1000);
  return replaceTariff(world.ctx, {
    terminalId: testTerminals.ours,
    validFrom: "now",
    validTo: null,
    prices,
  });
};
const setTerminal = (changes: object) => updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes });
const setNarrowing = (installmentCounts: number[]) =>
  updatePartnerSettings(world.ctx, { partnerId: world.caller.partnerId, changes: { installmentCounts } });
const drawn = async (id: string) => {
  const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
  return [row.status, row.attemptsUsed, row.prepareStartedAt];
};
const start = (paymentRef: string, pan: string) => journey.start(paymentRef, testCard(pan));

beforeEach(() => setTariff(fullTariff));

describe("reason 1: a card that is not eligible", () => {
  test.each(["debit", "prepaid", "foreign", "unknown", "doubtful"] as const)(
    "422 installment_not_allowed for %s, which counts once; the same card at one installment is charged",
    async (kind) => {
      const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
      expect(await start(paymentRef, pans[kind])).toMatchObject({
        code: "installment_not_allowed",
        why: "card_not_eligible",
        canRetry: true,
      });
      expect(await drawn(paymentCode)).toEqual(["initiated", 1, null]);
      expect(await start(paymentRef, paraf)).toMatchObject({ kind: "form" });
      const single = await journey.create();
      expect(await start(single.paymentRef, pans[kind])).toMatchObject({ kind: "form" });
    },
  );
});

describe("reason 2: a count that the terminal does not permit", () => {
  test("422 at creation, without a payment, for the effective set and for the account's narrowing", async () => {
    const before = await world.db.prisma.payment.count();
    for (const installment of [2, 6, 0, -1, 36]) {
      await expect(journey.create({ installment })).rejects.toMatchObject({
        code: "installment_not_allowed",
      });
    }
    await setNarrowing([1]);
    await expect(journey.create({ installment: 3 })).rejects.toMatchObject({
      code: "installment_not_allowed",
    });
    await setNarrowing([3]);
    await expect(journey.create()).rejects.toMatchObject({ code: "installment_not_allowed" });
    await setNarrowing([]);
    expect(await world.db.prisma.payment.count()).toBe(before);
  });

  test("does not apply a later narrowing to an existing payment", async () => {
    const narrowed = await journey.create({ installment: 3 });
    const taken = await journey.create({ installment: 3 });
    await setNarrowing([1]);
    expect(await start(narrowed.paymentRef, paraf)).toMatchObject({ kind: "form" });
    await setNarrowing([]);
    await setTerminal({ effectiveCounts: [1] });
    expect(await start(taken.paymentRef, paraf)).toMatchObject({ kind: "form" });
    await setTerminal({ effectiveCounts: [1, 3] });
  });
});

describe("reason 3: a count that is not offered for the card", () => {
  test("422 for a card of another programme, and of no programme (reason 1), each counted once", async () => {
    await setTariff([price({}), price({ brand: "bonus", installmentCount: 3, rateBps: 450 })]);
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    const cards = [
      [paraf, "count_not_offered"],
      [pans.brandless, "card_not_eligible"],
    ] as const;
    for (const [n, [pan, why]] of cards.entries()) {
      expect(await start(paymentRef, pan)).toMatchObject({
        code: "installment_not_allowed",
        why,
        canRetry: true,
      });
      expect(await drawn(paymentCode)).toEqual(["initiated", n + 1, null]);
    }
  });

  test("422 for a single charge without a price, although the card has one in installments", async () => {
    await setTariff([price({ installmentCount: 3 }), price({ brand: "bonus" })]);
    const { paymentRef, paymentCode } = await journey.create();
    expect(await start(paymentRef, paraf)).toMatchObject({
      code: "installment_not_allowed",
      why: "count_not_offered",
    });
    expect(await drawn(paymentCode)).toEqual(["initiated", 1, null]);
  });

  test("locks the payment at the fifth such card, answers the sixth with 429, and notifies the merchant once", async () => {
    await setTariff([price({}), price({ brand: "bonus", installmentCount: 3 }), price({ family: "debit" })]);
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    const cards = [paraf, pans.debit, pans.brandless, pans.unknown, paraf];
    for (const [n, pan] of cards.entries()) {
      expect(await start(paymentRef, pan)).toMatchObject({
        code: "installment_not_allowed",
        canRetry: n < 4,
      });
    }
    const sixth = await start(paymentRef, paraf);
    expect(sixth).toMatchObject({ code: "card_attempt_limit_exceeded", canRetry: false });
    expect(sixth).not.toHaveProperty("why");
    expect(await drawn(paymentCode)).toEqual(["failed", 5, null]);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
  });
});

describe("the type of card", () => {
  test.each<[string, object, readonly string[]]>([
    ["a family that was barred", { allowedFamilies: ["credit"] }, [pans.debit, pans.prepaid, pans.foreign]],
    ["foreign cards", { supportsForeign: false }, [pans.foreign]],
  ])("422 also after creation: %s; checked before the installments", async (_, changes, refused) => {
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    await setTerminal(changes);
    for (const [n, pan] of refused.entries()) {
      expect(await start(paymentRef, pan)).toMatchObject({
        code: "virtual_pos_card_type_not_supported",
        why: "card_type",
        canRetry: true,
      });
      expect(await drawn(paymentCode)).toEqual(["initiated", n + 1, null]);
    }
    await setTerminal({ allowedFamilies: [...cardFamilies], supportsForeign: true });
    expect(await start(paymentRef, paraf)).toMatchObject({ kind: "form" });
  });

  test("422 for a family without any price, and for every card if the tariff has no prices for credit", async () => {
    await setTariff([price({ family: "debit" })]);
    const { paymentRef, paymentCode } = await journey.create();
    for (const pan of [pans.prepaid, pans.foreign, paraf, pans.unknown]) {
      expect(await start(paymentRef, pan)).toMatchObject({ code: "virtual_pos_card_type_not_supported" });
    }
    expect(await drawn(paymentCode)).toEqual(["initiated", 4, null]);
    expect(await start(paymentRef, pans.debit)).toMatchObject({ kind: "form" });
  });

  test("neither refuses nor permits a card by a tariff that began after creation", async () => {
    const before = await journey.create({ installment: 3 });
    await setTariff([price({ family: "debit" })]);
    expect(await start(before.paymentRef, paraf)).toMatchObject({ kind: "form" });
    const since = await journey.create({ installment: 3 });
    await setTariff(fullTariff);
    expect(await start(since.paymentRef, paraf)).toMatchObject({
      code: "virtual_pos_card_type_not_supported",
    });
    expect(await start(since.paymentRef, pans.debit)).toMatchObject({ why: "card_not_eligible" });
  });
});
