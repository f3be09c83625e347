import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PreviewCard } from "@/server/domain/links/link-preview";
import { createLinkJourney, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { findLinkOffer } from "./buyer-queries";
import { previewLink } from "./queries";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

const draft = { amountKurus: 125_050n, customerShareBps: 7_500 };

const previewed = async (changes = {}): Promise<readonly PreviewCard[]> => {
  const input = { terminalId: testTerminals.ours, restriction: null, ...draft, ...changes };
  return (await previewLink(world.ctx, { ...input, account: await world.signIn() })).cards;
};

/** The known cards of the test world's BIN table. */
const cards = [
  ["a card of a programme", pans.credit, { family: "credit", brand: "paraf" }],
  ["a debit card", pans.debit, { family: "debit", brand: null }],
  ["a foreign card", pans.foreign, { family: "foreign", brand: null }],
] as const;

describe.each(cards)("%s", (_name, pan, kind) => {
  const optionsIn = (preview: readonly PreviewCard[]) =>
    preview.find(({ family, brand }) => family === kind.family && brand === kind.brand)?.options ?? [];

  test.each([null, [1, 3], [3]])("offers the same on the page as in the preview, with counts %j", async (counts) => {
    const options = optionsIn(await previewed({ restriction: counts }));
    const link = await journey.create({ ...draft, allowedCounts: counts });
    const found = await findLinkOffer(world.ctx, { token: link.token, bin8: pan.slice(0, 8) });
    expect(found?.kind === "offer" && found.offer.options).toEqual(
      options.map(({ installmentCount, shareKurus, totalKurus, isPayable }) => ({
        installmentCount,
        shareKurus,
        totalKurus,
        isPayable,
      })),
    );
  });

  test("charges the buyer and pays the merchant as in the preview", async () => {
    const options = optionsIn(await previewed());
    expect(options.length).toBeGreaterThan(0);
    for (const option of options) {
      const { installmentCount, totalKurus: seenTotalKurus } = option;
      const link = await journey.create(draft);
      const { callback } = await journey.sendToBank(link, { pan, installmentCount, seenTotalKurus });
      await journey.returnFromBank(callback);
      await world.settled();
      const [payment] = await journey.listPayments(link);
      expect(payment).toMatchObject({
        status: "captured",
        amount: option.totalKurus,
        customerShareAmount: option.shareKurus,
        installment: installmentCount,
        commissionAmount: option.commissionKurus,
      });
      expect(payment!.amount - payment!.commissionAmount!).toBe(option.netKurus);
    }
  });
});

test("403 terminal_not_allowed for another account's terminal and for an unknown one", async () => {
  for (const terminalId of [testTerminals.foreign, "trm_nothing"]) {
    await expect(previewed({ terminalId })).rejects.toMatchObject({ code: "terminal_not_allowed" });
  }
});
