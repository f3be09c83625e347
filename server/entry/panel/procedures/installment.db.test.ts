import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days } from "@/server/domain/clock";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testTerminals, usualPrices } from "@/server/testing/world/world";
import { findInstallmentOptions } from "@/server/usecases/pricing/queries";
import { replaceTariff } from "@/server/usecases/pricing/replace-tariff";
import { withdrawTariff } from "@/server/usecases/pricing/withdraw-tariff";
import { createCallerFactory } from "../door";
import { installmentRouter } from "./installment";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const open = createCallerFactory(installmentRouter);
const panel = async () => open(await createPanelContext(world.ctx, "support"));
const { ours, foreign } = testTerminals;

describe("preview", () => {
  test("a card gets the same options as in the merchant API", async () => {
    const looked = await (await panel()).preview({ terminalId: ours, digits: "55287900" });
    const question = { caller: world.caller, terminalId: ours, baseAmountKurus: null, customerShareBps: 0 };
    const offered = await findInstallmentOptions(world.ctx, { ...question, bin8: "55287900" });
    expect(looked).toEqual({
      kind: "card",
      card: { brand: "paraf", family: "credit", bank: "Halkbank" },
      options: offered.options.map(({ installmentCount, rateBps, fixedFee }) => ({
        installmentCount,
        rateBps,
        fixedFee,
      })),
      commissionBasis: offered.commissionBasis,
      surchargeWarning: true,
    });
    expect(offered.options.map(({ installmentCount }) => installmentCount)).toEqual([1, 3]);
  });

  test("six digits suffice when no longer BIN is known, and are ambiguous otherwise", async () => {
    const caller = await panel();
    expect(await caller.preview({ terminalId: ours, digits: "552879" })).toMatchObject({ kind: "card" });
    const row = {
      bank: "Other",
      family: "debit",
      scheme: "visa",
      commercial: false,
      confidence: "high",
    } as const;
    await world.db.prisma.binRange.create({ data: { ...row, bin: "55287912" } });
    try {
      const later = await panel();
      expect(await later.preview({ terminalId: ours, digits: "552879" })).toEqual({ kind: "ambiguous" });
      const exact = await later.preview({ terminalId: ours, digits: "55287912" });
      expect(exact).toMatchObject({ card: { family: "debit", bank: "Other" } });
    } finally {
      await world.db.prisma.binRange.delete({ where: { bin: "55287912" } });
    }
  });

  test("without digits it returns the dearest price of every count", async () => {
    expect(await (await panel()).preview({ terminalId: ours, digits: null })).toMatchObject({
      kind: "any",
      options: [
        { installmentCount: 1, rateBps: 350, fixedFee: null },
        { installmentCount: 3, rateBps: 450, fixedFee: null },
      ],
      surchargeWarning: true,
    });
  });

  test("says that staff switched the warning of a passed-on commission off for the account", async () => {
    const set = (surchargeWarning: boolean) =>
      world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { surchargeWarning } });
    await set(false);
    try {
      const caller = await panel();
      for (const digits of [null, "55287900"]) {
        expect(await caller.preview({ terminalId: ours, digits })).toMatchObject({ surchargeWarning: false });
      }
    } finally {
      await set(true);
    }
  });

  test.each(["5528790000000008", "552879000", "55287", "", "٥٥٢٨٧٩"])(
    "400 for %j, without the digits in the answer",
    async (digits) => {
      const asked = (await panel()).preview({ terminalId: ours, digits });
      await expect(asked).rejects.toMatchObject({ message: "validation_error" });
      await expect(asked).rejects.not.toMatchObject({
        cause: { message: expect.stringContaining(digits || "x") },
      });
    },
  );

  test("403 for another account's terminal", async () => {
    const asked = (await panel()).preview({ terminalId: foreign, digits: null });
    await expect(asked).rejects.toMatchObject({ cause: { code: "terminal_not_allowed" } });
  });
});

describe("tariffs", () => {
  test("404 for another account's terminal and for an unknown one", async () => {
    const caller = await panel();
    for (const terminalId of [foreign, "trm_none"]) {
      await expect(caller.tariffs({ terminalId })).rejects.toMatchObject({ cause: { code: "not_found" } });
    }
  });

  test("lists tariffs in force, covered by a campaign, and in the future, but no ended or withdrawn ones", async () => {
    const phases = async () => {
      const listed = await (await panel()).tariffs({ terminalId: ours });
      return listed.map(({ phase, validTo }) => [phase, validTo !== null]);
    };
    expect(await phases()).toEqual([["in_force", false]]);
    const now = world.clock.now();
    const inDays = (count: number) => new Date(now.getTime() + days(count));
    const replace = (validFrom: Date | "now", validTo: Date | null) =>
      replaceTariff(world.ctx, { terminalId: ours, validFrom, validTo, prices: usualPrices });
    await replace("now", inDays(2));
    await replace(inDays(5), null);
    const mistake = await replace(inDays(7), null);
    await withdrawTariff(world.ctx, { tariffId: mistake.id });
    expect(await phases()).toEqual([
      ["covered", false],
      ["in_force", true],
      ["to_come", false],
    ]);
    world.clock.advanceMs(days(3));
    expect(await phases()).toEqual([
      ["in_force", false],
      ["to_come", false],
    ]);
  });
});
