import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LinkJourney, linkJourneyIn, pans } from "@/server/testing/journeys/link";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import { findLinkOffer } from "./find-link-offer";
import type { LinkRecord } from "./link-record";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());

describe("no card can be charged on the link", () => {
  const partner = (data: object) => world.db.prisma.partner.update({ where: { id: "prt_ours" }, data });
  const terminal = (data: object) =>
    world.db.prisma.terminal.update({ where: { id: terminalOf.ours }, data });
  const offerOf = async ({ token }: Pick<LinkRecord, "token">) => {
    const found = await findLinkOffer(world.ctx, { token, bin8: pans.credit.slice(0, 8) });
    return found?.kind === "offer" ? found.offer : null;
  };

  test("nothing is left of its counts: no option, and no card is blamed for it", async () => {
    const link = await journey.create({ allowedCounts: [3] });
    expect(await offerOf(link)).toMatchObject({ isClosed: false });
    await partner({ installmentCounts: [1], termsVersion: { increment: 1 } });
    try {
      expect(await offerOf(link)).toMatchObject({ isClosed: true, options: [] });
      for (const installmentCount of [null, 3]) {
        expect(await journey.submit(link, { installmentCount })).toMatchObject({
          kind: "refused",
          code: "installment_not_allowed",
          trouble: { name: "nothing_offered" },
        });
      }
      expect(await journey.paymentsOf(link)).toEqual([]);
    } finally {
      await partner({ installmentCounts: [], termsVersion: { increment: 1 } });
    }
    expect(await offerOf(link)).toMatchObject({ isClosed: false });
  });

  test("its terminal is inactive: the page offers what the look-up of the API offers, nothing", async () => {
    const link = await journey.create();
    await terminal({ active: false });
    await partner({ termsVersion: { increment: 1 } });
    try {
      expect(await offerOf(link)).toMatchObject({ isClosed: true, options: [] });
    } finally {
      await terminal({ active: true });
      await partner({ termsVersion: { increment: 1 } });
    }
  });
});
