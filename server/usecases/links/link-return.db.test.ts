import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, seconds } from "@/server/domain/clock";
import { newSecretToken } from "@/server/domain/ids";
import { type LinkJourney, linkJourneyIn, sentTo } from "@/server/testing/journeys/link";
import { journeyIn } from "@/server/testing/journeys/payment";
import { approved, openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findLinkResult } from "./find-link-result";
import { findReturnLink } from "./find-return-link";
import { giveUpAttempt } from "./give-up-attempt";
import type { LinkRecord } from "./link-record";

// Where the address that follows the bank leads, and what a buyer who is stuck on the way back was paying.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});

const redirectUrl = "https://shop.test/a/?x=1#f";
const success = "https://shop.test/a/payment/success?x=1";
const failure = "https://shop.test/a/payment/failure?x=1";

const resultOf = ({ token }: Pick<LinkRecord, "token">) => findLinkResult(world.ctx, { token });

describe("a tab that comes back late", () => {
  test("leads to the success page when another attempt has paid meanwhile, and takes nothing", async () => {
    const link = await journey.atTheBank({ redirectUrl });
    world.clock.advanceMs(minutes(2));
    await giveUpAttempt(world.ctx, link);
    const again = await journey.toTheBank(link);
    expect(sentTo(await journey.comeBack(link.callback)), "not known yet").toBe(failure);
    await journey.comeBack(again.callback);
    expect(sentTo(await journey.comeBack(link.callback))).toBe(success);
    expect((await journey.paymentsOf(link)).map(({ status }) => status)).toEqual(["failed", "captured"]);
  });
});

describe("a tab that failed at the bank after the payment's time", () => {
  test("finds it expired, at the instant it was due", async () => {
    const link = await journey.atTheBank({ redirectUrl });
    journey.pass(minutes(30));
    expect(sentTo(await journey.comeBack(link.callback, "not_authenticated"))).toBe(failure);
    const [payment] = await journey.paymentsOf(link);
    expect(payment).toMatchObject({ status: "expired", failureCode: null });
    expect(payment?.expiredAt).toEqual(payment?.expiresAt);
    expect(await journey.eventsOf(link)).toEqual(["payment.expired"]);
  });
});

describe("the result of a link", () => {
  test("waits while the buyer is at the bank, whether or not the merchant has a page", async () => {
    for (const changes of [{ redirectUrl }, {}]) {
      const result = await resultOf(await journey.atTheBank(changes));
      expect(result).toMatchObject({ kind: "waiting", scene: { kind: "in_progress" } });
    }
  });

  test("waits while the bank's word on a capture is not known", async () => {
    const link = await journey.atTheBank({ redirectUrl });
    world.bank.answer("capture", { kind: "unknown", cause: "timeout" });
    await journey.comeBack(link.callback);
    expect(await resultOf(link)).toMatchObject({
      kind: "waiting",
      scene: { progress: { canGiveUpFrom: null } },
    });
  });

  test("is the merchant's page of it once it is known, and stays that", async () => {
    const paid = await journey.atTheBank({ redirectUrl });
    await journey.comeBack(paid.callback);
    const lost = await journey.atTheBank({ redirectUrl });
    await journey.comeBack(lost.callback, "not_authenticated");
    expect(await resultOf(paid)).toEqual({ kind: "redirect", url: success });
    expect(await resultOf(lost)).toEqual({ kind: "redirect", url: failure });
    world.clock.advanceMs(days(8));
    expect(await resultOf(paid)).toEqual({ kind: "redirect", url: success });
  });

  test("is told on the link's own page where the merchant has none", async () => {
    const paid = await journey.atTheBank();
    await journey.comeBack(paid.callback);
    const lost = await journey.atTheBank();
    await journey.comeBack(lost.callback, "not_authenticated");
    expect([await resultOf(paid), await resultOf(lost)]).toEqual([{ kind: "here" }, { kind: "here" }]);
  });

  test("is the link's own page for one that was never tried, cancelled or expired", async () => {
    const fresh = await journey.create({ redirectUrl });
    const cancelled = await journey.create({ redirectUrl });
    await journey.cancel(cancelled);
    const expired = await journey.create({ redirectUrl });
    expect([await resultOf(fresh), await resultOf(cancelled)]).toEqual([{ kind: "here" }, { kind: "here" }]);
    journey.passTo(expired.expiresAt);
    expect(await resultOf(expired)).toEqual({ kind: "here" });
    expect((await journey.row(expired)).status).toBe("expired");
  });

  test("is a failure once the time at the bank is over, without waiting for anybody to notice", async () => {
    const link = await journey.atTheBank({ redirectUrl });
    world.clock.advanceMs(minutes(30));
    expect(await resultOf(link)).toEqual({ kind: "redirect", url: failure });
  });

  test("does not count as an opening", async () => {
    const link = await journey.create({ redirectUrl });
    await resultOf(link);
    expect(await journey.row(link)).toMatchObject({ status: "pending", firstOpenedAt: null });
  });

  test("null where no link has the token", async () => {
    expect(await resultOf({ token: newSecretToken() })).toBeNull();
    expect(await resultOf({ token: "garbled" })).toBeNull();
  });

  describe("of an account that is held", () => {
    const hold = (acceptanceHeld: boolean) =>
      world.db.prisma.partner.update({ where: { id: world.caller.partnerId }, data: { acceptanceHeld } });
    afterEach(() => hold(false));

    test("still reaches the merchant", async () => {
      const link = await journey.atTheBank({ redirectUrl });
      await hold(true);
      expect(await resultOf(link)).toMatchObject({ kind: "waiting" });
      await journey.comeBack(link.callback, "not_authenticated");
      expect(await resultOf(link)).toEqual({ kind: "redirect", url: failure });
    });
  });
});

describe("a buyer on the way back from the bank", () => {
  const linkOf = (token: string) => findReturnLink(world.ctx, { token });

  test("was paying the link of the attempt, whatever has become of it", async () => {
    const link = await journey.atTheBank({ payerName: "Ayşe Yılmaz" });
    const found = await linkOf(link.callback);
    expect(found).toMatchObject({ token: link.token, face: { payerName: "Ay** Yı****" } });
    await journey.cancel(link);
    expect(await linkOf(link.callback)).toMatchObject({ token: link.token });
  });

  test("null for a payment of the API, and for an attempt that nobody made", async () => {
    expect(await linkOf(newSecretToken())).toBeNull();
    const { token } = await journeyIn(world).atTheBank();
    expect(await linkOf(token)).toBeNull();
  });
});
