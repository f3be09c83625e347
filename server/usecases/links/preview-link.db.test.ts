import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PreviewCard } from "@/server/domain/links/link-preview";
import { type LinkJourney, linkJourneyIn, pans } from "@/server/testing/journeys/link";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import { findLinkOffer } from "./find-link-offer";
import { previewLink } from "./preview-link";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());

const draft = { amountKurus: 125_050n, customerShareBps: 7_500 };

const previewed = async (changes = {}): Promise<readonly PreviewCard[]> => {
  const input = { terminalId: terminalOf.ours, restriction: null, ...draft, ...changes };
  return (await previewLink(world.ctx, { ...input, account: await world.signIn() })).cards;
};

/** The cards that the BIN table of the test world knows. */
const cards = [
  ["a card of a programme", pans.credit, { family: "credit", brand: "paraf" }],
  ["a debit card", pans.debit, { family: "debit", brand: null }],
  ["a foreign card", pans.foreign, { family: "foreign", brand: null }],
] as const;

describe.each(cards)("%s", (_name, pan, kind) => {
  const optionsIn = (preview: readonly PreviewCard[]) =>
    preview.find(({ family, brand }) => family === kind.family && brand === kind.brand)?.options ?? [];

  test.each([null, [1, 3], [3]])(
    "is offered on the page what the preview said, with counts %j",
    async (counts) => {
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
    },
  );

  test("is charged, and leaves the merchant, what the preview said", async () => {
    const options = optionsIn(await previewed());
    expect(options.length).toBeGreaterThan(0);
    for (const option of options) {
      const { installmentCount, totalKurus: seenTotalKurus } = option;
      const link = await journey.create(draft);
      const { callback } = await journey.toTheBank(link, { pan, installmentCount, seenTotalKurus });
      await journey.comeBack(callback);
      await world.settled();
      const [payment] = await journey.paymentsOf(link);
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

test("403 terminal_not_allowed for another account's terminal, and an unknown one", async () => {
  for (const terminalId of [terminalOf.foreign, "trm_nothing"]) {
    await expect(previewed({ terminalId })).rejects.toMatchObject({ code: "terminal_not_allowed" });
  }
});
