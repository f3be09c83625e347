import { afterAll, beforeAll, expect, test } from "vitest";
import { isCardNumber } from "@/server/domain/card";
import { type CardFamily, cardFamilies, type TariffPrice } from "@/server/domain/pricing/installments";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import {
  openTestWorld,
  scriptedConnection,
  type TestWorld,
  testCard,
  testTerminals,
} from "@/server/testing/world/world";
import { findInstallmentOptions } from "./queries";

// Tests that creation, handoff and capture accept exactly what the look-up lists (§4.9 rule 1).

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;

const bins = {
  onUsBrand: { bin: "454360", bank: "Türkiye İş Bankası", brand: "maximum", family: "credit" },
  onUsPlain: { bin: "454361", bank: "Türkiye İş Bankası", brand: null, family: "credit" },
  otherBrand: { bin: "435508", bank: "Akbank", brand: "axess", family: "credit" },
  sameBrandElsewhere: { bin: "492094", bank: "TEB", brand: "maximum", family: "credit" },
  brandless: { bin: "444400", bank: "", brand: null, family: "credit" },
  doubtful: {
    bin: "454362",
    bank: "Türkiye İş Bankası",
    brand: "maximum",
    family: "credit",
    confidence: "low",
  },
  longPrefix: { bin: "45436012", bank: "Akbank", brand: null, family: "debit" },
  prepaid: { bin: "439748", bank: "İninal", brand: null, family: "prepaid" },
  foreign: { bin: "414720", bank: "JPMorgan Chase", brand: null, family: "foreign" },
} as const;

const fullCounts = [1, 2, 3, 6, 9, 12];
const price = (more: Partial<TariffPrice>): TariffPrice => ({
  family: "credit",
  brand: null,
  onUs: null,
  installmentCount: 1,
  rateBps: 250,
  fixedFee: null,
  ...more,
});
/** Prices of every kind, each with its own rate, so that a wrong price is noticed. */
const manifold: TariffPrice[] = [
  price({}),
  price({ onUs: true, rateBps: 201 }),
  price({ onUs: false, installmentCount: 2, rateBps: 302 }),
  price({ onUs: true, installmentCount: 3, rateBps: 303, fixedFee: 30n }),
  price({ brand: "maximum", installmentCount: 3, rateBps: 313 }),
  price({ brand: "maximum", onUs: true, installmentCount: 6, rateBps: 606, fixedFee: 0n }),
  price({ brand: "maximum", onUs: true, installmentCount: 3, rateBps: 323 }),
  price({ brand: "axess", installmentCount: 9, rateBps: 909, fixedFee: 99n }),
  price({ family: "debit", rateBps: 151, fixedFee: 15n }),
  price({ family: "prepaid", onUs: true, rateBps: 161 }),
  price({ family: "foreign", rateBps: 351 }),
];
interface Terms {
  readonly tariff?: readonly TariffPrice[];
  readonly effectiveCounts?: number[];
  readonly allowedFamilies?: CardFamily[];
  readonly supportsForeign?: boolean;
}
const terminals: Record<string, Terms> = {
  manifold: { tariff: manifold, effectiveCounts: [...fullCounts, 4] },
  installmentsOnly: { tariff: manifold, effectiveCounts: [2, 3, 6, 9, 12] },
  domesticOnly: { tariff: manifold, supportsForeign: false },
  creditOnly: { tariff: manifold, allowedFamilies: ["credit", "foreign"] },
  creditTariffOnly: { tariff: manifold.filter(({ family }) => family === "credit") },
  noSingleCharge: { tariff: manifold.filter(({ installmentCount }) => installmentCount > 1) },
};
const toTerminalId = (name: string) => (name === "sandbox tariff" ? testTerminals.ours : `trm_${name}`);

beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
  const { db, ctx, clock } = world;
  const createdAt = clock.now();
  await db.prisma.binRange.createMany({
    data: Object.values(bins).map((row) => ({
      confidence: "high",
      scheme: "visa",
      commercial: false,
      ...row,
    })),
  });
  for (const [name, { tariff = [], ...terms }] of Object.entries(terminals)) {
    const id = toTerminalId(name);
    await db.prisma.terminal.create({
      data: {
        id,
        name,
        partnerId: "prt_ours",
        bank: "scripted",
        createdAt,
        allowedFamilies: [...cardFamilies],
        effectiveCounts: fullCounts,
        ...terms,
        connections: { create: scriptedConnection(ctx.vault, id, createdAt) },
      },
    });
    await insertTariffs(db.prisma, [
      { id: `trf_${id}`, terminalId: id, validFrom: new Date(0), validTo: null, prices: tariff },
    ]);
  }
});
afterAll(() => world.close());

const buildPan = (bin: string): string => {
  const open = bin.padEnd(15, "0");
  const digit = [..."0123456789"].find((last) => isCardNumber(open + last));
  return open + digit;
};
const pans = new Map(Object.entries(bins).map(([name, { bin }]) => [name, buildPan(bin)]));
pans.set("unknown", buildPan("999999"));
const amountKurus = 40_000n;

/** Pays at a count, and returns the code that refuses it or the commission at its capture. */
async function charge(terminalId: string, pan: string, installment: number) {
  const created = await journey.create({ terminalId, installment, amountKurus }).catch((refusal) => refusal);
  if (created instanceof Error) return (created as Error & { code?: string }).code;
  const started = await journey.start(created.paymentRef, testCard(pan));
  if (started.kind === "rejected") return started.code;
  if (started.kind !== "form") throw new Error(started.kind);
  await journey.returnFromBank(started.form.fields[0]?.[1].split("/").at(-1) ?? "");
  const { status, commission } = await journey.getPayment(created.paymentCode);
  expect(status).toBe("captured");
  return { rateBps: commission?.rateBps, fixedFee: commission?.fixedFee, amount: commission?.amount };
}

const cases = ["sandbox tariff", ...Object.keys(terminals)].flatMap((terminal) =>
  [...pans].map(([card, pan]) => [terminal, card, pan] as const),
);
test.each(cases)("charges exactly the listed counts at the listed price: %s, %s", async (name, _, pan) => {
  const terminalId = toTerminalId(name);
  const look = findInstallmentOptions(world.ctx, {
    caller: await world.signIn(),
    terminalId,
    bin8: pan.slice(0, 8),
    baseAmountKurus: amountKurus,
    customerShareBps: 0,
  });
  const { options } = await look.catch((refusal) => {
    expect(refusal).toMatchObject({ code: "terminal_not_allowed" });
    return { options: [] };
  });
  const listed = new Map(
    options.map(({ installmentCount, rateBps, fixedFee, commissionAmount }) => [
      installmentCount,
      { rateBps, fixedFee, amount: commissionAmount },
    ]),
  );
  for (let count = 1; count <= 12; count++) {
    const outcome = await charge(terminalId, pan, count);
    const refused = expect.stringMatching(/^(installment_not_allowed|virtual_pos_card_type_not_supported)$/);
    expect([count, outcome]).toEqual([count, listed.get(count) ?? refused]);
  }
});

test("uses a tariff that begins between look-up and payment for both from then on", async () => {
  const terminalId = toTerminalId("manifold");
  const before = await charge(terminalId, buildPan(bins.foreign.bin), 1);
  expect(before).toMatchObject({ rateBps: 351 });
  world.clock.advanceMs(60_000);
  const prices = [price({ family: "foreign", rateBps: 399, fixedFee: 1n })];
  await insertTariffs(world.db.prisma, [
    { id: "trf_later", terminalId, validFrom: world.clock.now(), validTo: null, prices },
  ]);
  expect(await charge(terminalId, buildPan(bins.foreign.bin), 1)).toEqual({
    rateBps: 399,
    fixedFee: 1n,
    amount: 1597n,
  });
});
