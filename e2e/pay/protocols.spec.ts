import { expectNoViolation } from "../support/axe";
import {
  buy,
  confirmAtBank,
  expect,
  expectBackInShop,
  goToBank,
  openCheckout,
  payThrough3ds,
  test,
  typeCard,
} from "../support/browser";
import { handOver, payOverHttp, postForm, throughTheBank } from "../support/buyer";
import { approvedCard, cardWith, maskedPan, newCard } from "../support/cards";
import { bankLog, expectNothingTaken, expectTaken } from "../support/controls";
import {
  expectAtBank,
  expectHeading,
  expectRedirected,
  goFromLinkToBank,
  newRedirectUrl,
  payInBrowser,
} from "../support/link";
import { expectPaidOnce, getLinkPayment } from "../support/link-buyer";
import { demo, sandbox } from "../support/product";
import { expectBooksAgree, Refunder } from "../support/refund-steps";

// A buyer sees no difference between the banks. The other files test one protocol; this file repeats the main tests for
// the others.
for (const protocol of ["garanti", "posnet", "payfor"] as const) {
  const terminalId = demo.terminals[protocol];

  test.describe(`at the terminal ${protocol}`, () => {
    test("303 success with our own card form in installments, captured once by this bank", async ({
      page,
      shop,
      order,
      merchant,
    }) => {
      const payment = await order({ terminalId, amount: 987_654, installment: 3 });
      await openCheckout(page, shop, payment);
      await buy(page);
      await typeCard(page, approvedCard);
      await page.getByRole("button", { name: /^Pay / }).click();
      await expectAtBank(page);
      await expect(page.getByText(/^TRY 9,876\.54$/)).toBeVisible();
      await confirmAtBank(page);
      await expectBackInShop(page, shop, payment, "success");
      expect(await merchant.payment(payment.paymentCode)).toMatchObject({
        status: "captured",
        amount: 987_654,
        installment: 3,
        card: { maskedPan: maskedPan(approvedCard.pan) },
      });
      await expectTaken(payment.paymentCode, 987_654);
      const log = await bankLog(payment.paymentCode);
      expect(new Set(log.map((item) => item.protocol))).toEqual(new Set([protocol]));
    });

    test("303 success in Turkish with a card that is not a listed test card", async ({ browser, shop, order }) => {
      const context = await browser.newContext({ locale: "tr-TR" });
      const page = await context.newPage();
      const payment = await order({ terminalId, amount: 1 });
      await goToBank(page, shop, payment, newCard());
      await expect(page.getByRole("heading", { name: "3D Secure doğrulaması" })).toBeVisible();
      await confirmAtBank(page);
      await expectBackInShop(page, shop, payment, "success");
      await expectTaken(payment.paymentCode, 1);
      await context.close();
    });

    test("303 success without JavaScript", async ({ browser, shop, order }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
      const page = await context.newPage();
      const payment = await order({ terminalId, amount: 5150 });
      await openCheckout(page, shop, payment, approvedCard);
      await buy(page);
      await page.locator("noscript button").click();
      await confirmAtBank(page);
      await page.locator("noscript button").click();
      await expectBackInShop(page, shop, payment, "success");
      await expectTaken(payment.paymentCode, 5150);
      await context.close();
    });

    test("the page that leads to the bank has no violation, and no card field if the bank already has the card", async ({
      browser,
      shop,
      order,
    }) => {
      const context = await browser.newContext();
      // Without its script the page stays open.
      await context.route("**/assets/*.js", (route) => route.abort());
      const page = await context.newPage();
      await openCheckout(page, shop, await order({ terminalId }), approvedCard);
      await buy(page);
      await page.waitForURL(`${sandbox.payUrl}/**`);
      await expectNoViolation(page);
      const html = await page.content();
      expect(html.includes(approvedCard.pan), "the browser sends the card to the bank").toBe(protocol !== "posnet");
      await context.close();
    });

    test("303 failure after a wrong code, after cancelling, and when the capture is refused", async ({
      page,
      shop,
      order,
      merchant,
    }) => {
      const refused = await order({ terminalId });
      await payThrough3ds(page, shop, refused, cardWith({ outcome: "declined_insufficient_funds" }));
      await expectBackInShop(page, shop, refused, "failure");
      const wrong = await order({ terminalId });
      await payThrough3ds(page, shop, wrong, approvedCard, "000000");
      await expectBackInShop(page, shop, wrong, "failure");
      const cancelled = await order({ terminalId });
      await goToBank(page, shop, cancelled);
      await page.locator('button[value="cancel"]').click();
      await expectBackInShop(page, shop, cancelled, "failure");
      const codes = [
        [refused, "capture_declined"],
        [wrong, "three_ds_failed"],
        [cancelled, "three_ds_failed"],
      ] as const;
      for (const [{ paymentCode }, failureCode] of codes) {
        expect(await merchant.payment(paymentCode)).toMatchObject({ status: "failed", failureCode });
        await expectNothingTaken(paymentCode);
      }
    });

    for (const outcome of ["callback_forged_hash", "callback_forged_amount", "callback_forged_fields"]) {
      test(`400 ${outcome} with an explanation on the page; nothing changes`, async ({
        page,
        shop,
        order,
        merchant,
      }) => {
        const payment = await order({ terminalId });
        const answered = page.waitForResponse((response) => response.url().includes("/3ds/callback/"));
        await payThrough3ds(page, shop, payment, cardWith({ outcome }));
        expect((await answered).status()).toBe(400);
        await expectHeading(page, "The bank’s answer could not be verified");
        expect(shop.visitsTo(payment.returnUrl)).toEqual([]);
        expect((await merchant.payment(payment.paymentCode)).status).toBe("initiated");
        await expectNothingTaken(payment.paymentCode);
      });
    }

    test("303 with the same response for ten concurrent returns, and 400 for another payment's return", async ({
      merchant,
    }) => {
      const prepareReturn = async () => {
        const payment = await merchant.created({ terminalId });
        const started = await handOver(payment.paymentRef);
        return { payment, back: await throughTheBank(started.text) };
      };
      const [one, two] = [await prepareReturn(), await prepareReturn()];
      expect((await postForm(one.back.action, two.back.fields)).status).toBe(400);
      await expectNothingTaken(one.payment.paymentCode);
      const answers = await Promise.all(Array.from({ length: 10 }, () => postForm(one.back.action, one.back.fields)));
      const locations = new Set(answers.map(({ headers }) => headers.location));
      expect([...locations]).toEqual([
        `https://shop.example/return?paymentCode=${one.payment.paymentCode}&result=success`,
      ]);
      await expectTaken(one.payment.paymentCode, 125_050);
      await expectNothingTaken(two.payment.paymentCode);
    });

    test("303 success with one card of every kind", async ({ merchant }) => {
      for (const card of sandbox.cards.filter(({ outcome }) => outcome === "approved")) {
        const payment = await merchant.created({ terminalId });
        const { headers } = await payOverHttp(payment, card);
        expect(headers.location, card.bank).toContain("result=success");
        const { brand, family, bank } = card;
        expect((await merchant.payment(payment.paymentCode)).card).toMatchObject({ brand, family, bank });
      }
    });

    test("voids a whole payment, credits on the same day, and reports the bank's refusals of both", async ({
      merchant,
    }) => {
      const refunder = new Refunder(merchant);
      const amount = 40_000;
      const paid = (card?: Parameters<Refunder["captured"]>[0]) => refunder.captured(card, { amount }, protocol);
      const voided = await paid();
      await refunder.expect("approved", voided, "void");
      const credited = await paid();
      await refunder.expect("approved", credited, "credit", 15_000);
      await refunder.expect("approved", credited, "credit", 25_000);
      expect([await refunder.left(voided), await refunder.left(credited)]).toEqual([0, 0]);
      const notVoided = await paid(cardWith({ outcome: "void_declined" }));
      await refunder.expect("declined", notVoided, "void");
      const notCredited = await paid(cardWith({ outcome: "credit_declined" }));
      await refunder.expect("declined", notCredited, "credit", 1);
      await expectBooksAgree(refunder, [voided, credited, notVoided, notCredited]);
    });

    test("a link paid with the second card redirects to exactly its address and is captured once", async ({
      page,
      shop,
      merchant,
    }) => {
      const redirectUrl = newRedirectUrl(shop);
      const link = await merchant.createdLink({ redirectUrl, terminalId });
      await goFromLinkToBank(page, link, cardWith({ outcome: "declined_lost_card" }));
      const { paymentCode } = await getLinkPayment(merchant, link);
      await confirmAtBank(page);
      await expectRedirected(page, shop, redirectUrl, "failure");
      await expectNothingTaken(paymentCode);
      await page.goto(link.url);
      await expectHeading(page, "Your bank did not approve the payment");
      await expect(page.locator("main")).toContainText("The card’s bank does not allow payments with this card.");
      await payInBrowser(page, { url: `${link.url}?again=1` });
      await expectRedirected(page, shop, redirectUrl, "success");
      await expectPaidOnce(merchant, link, 125_050, 2);
    });
  });
}
