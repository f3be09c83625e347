import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, seconds } from "@/server/domain/clock";
import { newSecretToken } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { createLinkJourney, type LinkJourney, readRedirect } from "@/server/testing/journeys/link";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { approved, openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findBuyerReturn, findLinkResult } from "./buyer-queries";
import { giveUpAttempt } from "./give-up-attempt";
import type { LinkRecord } from "./shared/link-record";

// Tests where a buyer goes after the bank, and how a buyer who cannot be redirected finds the link again.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});

const redirectUrl = "https://shop.test/a/?x=1#f";
const success = "https://shop.test/a/payment/success?x=1";
const failure = "https://shop.test/a/payment/failure?x=1";

const findResult = ({ token }: Pick<LinkRecord, "token">) => findLinkResult(world.ctx, { token });

describe("a tab that returns late", () => {
  test("leads to the success page and captures nothing if another attempt has paid in the meantime", async () => {
    const link = await journey.createAtBank({ redirectUrl });
    world.clock.advanceMs(minutes(2));
    await giveUpAttempt(world.ctx, link);
    const again = await journey.sendToBank(link);
    expect(readRedirect(await journey.returnFromBank(link.callback)), "not known yet").toBe(failure);
    await journey.returnFromBank(again.callback);
    expect(readRedirect(await journey.returnFromBank(link.callback))).toBe(success);
    expect((await journey.listPayments(link)).map(({ status }) => status)).toEqual(["failed", "captured"]);
  });
});

describe("a tab that failed at the bank after the payment's validity", () => {
  test("finds the payment expired at its due instant", async () => {
    const link = await journey.createAtBank({ redirectUrl });
    journey.moveClock(minutes(30));
    expect(readRedirect(await journey.returnFromBank(link.callback, "not_authenticated"))).toBe(failure);
    const [payment] = await journey.listPayments(link);
    expect(payment).toMatchObject({ status: "expired", failureCode: null });
    expect(payment?.expiredAt).toEqual(payment?.expiresAt);
    expect(await journey.listEvents(link)).toEqual(["payment.expired"]);
  });
});

describe("the result of a link", () => {
  test("waits while the buyer is at the bank, with and without a merchant's page", async () => {
    for (const changes of [{ redirectUrl }, {}]) {
      const result = await findResult(await journey.createAtBank(changes));
      expect(result).toMatchObject({ kind: "waiting", state: { kind: "in_progress" } });
    }
  });

  test("waits while the outcome of a capture is unknown", async () => {
    const link = await journey.createAtBank({ redirectUrl });
    world.bank.answer("capture", { kind: "unknown", cause: "timeout" });
    await journey.returnWithoutWaiting(link.callback);
    expect(await findResult(link)).toMatchObject({
      kind: "waiting",
      state: { progress: { canGiveUpFrom: null } },
    });
  });

  test("is the merchant's page once the outcome is known, also later", async () => {
    const paid = await journey.createAtBank({ redirectUrl });
    await journey.returnFromBank(paid.callback);
    const lost = await journey.createAtBank({ redirectUrl });
    await journey.returnFromBank(lost.callback, "not_authenticated");
    expect(await findResult(paid)).toEqual({ kind: "redirect", url: success });
    expect(await findResult(lost)).toEqual({ kind: "redirect", url: failure });
    world.clock.advanceMs(days(8));
    expect(await findResult(paid)).toEqual({ kind: "redirect", url: success });
  });

  test("is the link's own page if the merchant has none", async () => {
    const paid = await journey.createAtBank();
    await journey.returnFromBank(paid.callback);
    const lost = await journey.createAtBank();
    await journey.returnFromBank(lost.callback, "not_authenticated");
    expect([await findResult(paid), await findResult(lost)]).toEqual([{ kind: "here" }, { kind: "here" }]);
  });

  test("is the link's own page if the link was never tried, cancelled or expired", async () => {
    const fresh = await journey.create({ redirectUrl });
    const cancelled = await journey.create({ redirectUrl });
    await journey.cancel(cancelled);
    const expired = await journey.create({ redirectUrl });
    expect([await findResult(fresh), await findResult(cancelled)]).toEqual([{ kind: "here" }, { kind: "here" }]);
    journey.setClock(expired.expiresAt);
    expect(await findResult(expired)).toEqual({ kind: "here" });
    expect((await journey.getRow(expired)).status).toBe("expired");
  });

  test("is a failure as soon as the time at the bank has ended, without a recorded expiry", async () => {
    const link = await journey.createAtBank({ redirectUrl });
    world.clock.advanceMs(minutes(30));
    expect(await findResult(link)).toEqual({ kind: "redirect", url: failure });
  });

  test("does not count as an opening", async () => {
    const link = await journey.create({ redirectUrl });
    await findResult(link);
    expect(await journey.getRow(link)).toMatchObject({ status: "pending", firstOpenedAt: null });
  });

  test("is null for an unknown token", async () => {
    expect(await findResult({ token: newSecretToken(systemRandom) })).toBeNull();
    expect(await findResult({ token: "garbled" })).toBeNull();
  });

  describe("for an account on hold", () => {
    const hold = (acceptanceHeld: boolean) =>
      world.db.prisma.partner.update({ where: { id: world.caller.partnerId }, data: { acceptanceHeld } });
    afterEach(() => hold(false));

    test("still leads to the merchant", async () => {
      const link = await journey.createAtBank({ redirectUrl });
      await hold(true);
      expect(await findResult(link)).toMatchObject({ kind: "waiting" });
      await journey.returnFromBank(link.callback, "not_authenticated");
      expect(await findResult(link)).toEqual({ kind: "redirect", url: failure });
    });
  });
});

describe("findBuyerReturn", () => {
  const findReturn = (token: string) => findBuyerReturn(world.ctx, { token });

  test("returns the language and the link of the attempt, in every state", async () => {
    const link = await journey.createAtBank({ payerName: "Ayşe Yılmaz" });
    const found = await findReturn(link.callback);
    expect(found).toMatchObject({ language: "tr", link: { token: link.token, summary: { payerName: "Ay** Yı****" } } });
    await journey.cancel(link);
    expect(await findReturn(link.callback)).toMatchObject({ link: { token: link.token } });
  });

  test.each([
    ["tr", "tr"],
    ["en", "en"],
    ["ar", "en"],
  ])("a buyer who reads %s returns to pages in this language, from a bank that is asked for %s", async (...row) => {
    const [language, atBank] = row;
    const link = await journey.sendToBank(await journey.create(), { language });
    expect(await findReturn(link.callback)).toMatchObject({ language });
    expect(readRedirect(await journey.returnFromBank(link.callback))).toMatch(
      new RegExp(`/result\\?lang=${language}$`),
    );
    expect(world.bank.calls.at(-1)).toMatchObject({ kind: "capture", order: { language: atBank } });
  });

  test("returns no link for a payment of the API, and null for an unknown attempt", async () => {
    const { token } = await createPaymentJourney(world).createAtBank();
    expect(await findReturn(token)).toEqual({ language: "tr", link: null });
    expect(await findReturn(newSecretToken(systemRandom))).toBeNull();
  });
});
