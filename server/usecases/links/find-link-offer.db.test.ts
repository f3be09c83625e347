import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLinkJourney, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { findLinkOffer } from "./buyer-queries";
import type { LinkRecord } from "./shared/link-record";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

describe("when no card can be charged on the link", () => {
  const partner = (data: object) => world.db.prisma.partner.update({ where: { id: "prt_ours" }, data });
  const terminal = (data: object) => world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data });
  const findOffer = async ({ token }: Pick<LinkRecord, "token">) => {
    const found = await findLinkOffer(world.ctx, { token, bin8: pans.credit.slice(0, 8) });
    return found?.kind === "offer" ? found.offer : null;
  };

  test("offers no option and blames no card if none of its counts is left", async () => {
    const link = await journey.create({ allowedCounts: [3] });
    expect(await findOffer(link)).toMatchObject({ isClosed: false });
    await partner({ installmentCounts: [1], termsVersion: { increment: 1 } });
    try {
      expect(await findOffer(link)).toMatchObject({ isClosed: true, options: [] });
      for (const installmentCount of [null, 3]) {
        expect(await journey.submit(link, { installmentCount })).toMatchObject({
          kind: "refused",
          code: "installment_not_allowed",
          trouble: { name: "nothing_offered" },
        });
      }
      expect(await journey.listPayments(link)).toEqual([]);
    } finally {
      await partner({ installmentCounts: [], termsVersion: { increment: 1 } });
    }
    expect(await findOffer(link)).toMatchObject({ isClosed: false });
  });

  test("offers nothing, like the look-up of the API, if its terminal is inactive", async () => {
    const link = await journey.create();
    await terminal({ active: false });
    await partner({ termsVersion: { increment: 1 } });
    try {
      expect(await findOffer(link)).toMatchObject({ isClosed: true, options: [] });
    } finally {
      await terminal({ active: true });
      await partner({ termsVersion: { increment: 1 } });
    }
  });
});
