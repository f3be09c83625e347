import { afterAll, beforeAll, expect, test } from "vitest";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { createPaymentJourney, readResult } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import { replaceTariff } from "../pricing/replace-tariff";

// Tests the commission at capture (D-29, D-30). The bases differ only if the buyer bears a share, as with links.
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  // This is long enough for a busy machine.
  world = await openTestWorld();
  journey = createPaymentJourney(world);
  const price = { family: "credit", onUs: null, brand: null, fixedFee: null } as const;
  const prices: TariffPrice[] = [
    { ...price, installmentCount: 1, rateBps: 250 },
    { ...price, installmentCount: 3, rateBps: 350, fixedFee: 100n },
  ];
  world.clock.advanceMs(1000);
  await replaceTariff(world.ctx, { terminalId: testTerminals.ours, validFrom: "now", validTo: null, prices });
});
afterAll(() => world.close());

type Basis = "gross" | "net";
const setBasis = (commissionBasis: Basis) =>
  updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes: { commissionBasis } });

/** Creates a payment of which the buyer bears a share, and starts it at the bank. */
async function startPayment(amountKurus: bigint, customerShareAmount: bigint, installment: number) {
  const { paymentRef, paymentCode } = await journey.create({ amountKurus, installment });
  await world.db.prisma.payment.update({ where: { id: paymentCode }, data: { customerShareAmount } });
  const started = await journey.start(paymentRef);
  if (started.kind !== "form") throw new Error(started.kind);
  return { paymentCode, token: started.form.fields[0]?.[1].split("/").at(-1) ?? "" };
}

/** The charged amount, the buyer's share of it, the count, the basis, the commission and the merchant's net. Kuruş. */
const rows: [bigint, bigint, number, Basis, bigint, bigint][] = [
  // 125,050 kuruş at 250 bps, of which the buyer bears nothing, half and all.
  [125_050n, 0n, 1, "gross", 3126n, 121_924n],
  [125_050n, 0n, 1, "net", 3126n, 121_924n],
  [126_613n, 1563n, 1, "gross", 3165n, 123_448n],
  [126_613n, 1563n, 1, "net", 3126n, 123_487n],
  [128_176n, 3126n, 1, "gross", 3204n, 124_972n],
  [128_176n, 3126n, 1, "net", 3126n, 125_050n],
  // 100,000 kuruş at 350 bps plus 100 kuruş, of which the buyer bears half: the fee is due once on either basis.
  [101_800n, 1800n, 3, "gross", 3663n, 98_137n],
  [101_800n, 1800n, 3, "net", 3600n, 98_200n],
];

test.each(rows)(
  "%i charged, of which %i the buyer's share, in %i installments, basis %s: deducts %i",
  async (...row) => {
    const [charged, share, installment, basis, commission, left] = row;
    await setBasis(basis);
    const { token, paymentCode } = await startPayment(charged, share, installment);
    expect(readResult(await journey.returnFromBank(token))).toBe("success");
    const [rateBps, fixedFee] = installment === 1 ? [250, null] : [350, 100n];
    expect(await journey.getPayment(paymentCode)).toMatchObject({
      status: "captured",
      amount: charged,
      commission: { basis, rateBps, fixedFee, amount: commission, netAmount: left },
    });
  },
);

test("uses the basis at the time of the handoff", async () => {
  await setBasis("net");
  const { token, paymentCode } = await startPayment(126_613n, 1563n, 1);
  await setBasis("gross");
  expect(readResult(await journey.returnFromBank(token))).toBe("success");
  expect(await journey.getPayment(paymentCode)).toMatchObject({
    commission: { basis: "net", amount: 3126n },
  });
});
