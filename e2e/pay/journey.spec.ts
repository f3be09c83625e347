import {
  buy,
  confirmAtBank,
  expect,
  expectBackInShop,
  goToBank,
  openCheckout,
  payThrough3ds,
  test,
} from "../support/browser";
import { handOver, payOverHttp } from "../support/buyer";
import { approvedCard, cardWith, maskedPan, newCard } from "../support/cards";
import { expectNothingTaken, expectTaken } from "../support/controls";
import { sandbox } from "../support/product";

test("303 success for an approved card, captured once for exactly the amount", async ({
  page,
  shop,
  order,
  merchant,
}) => {
  const payment = await order({ amount: 987_654, installment: 3 });
  await payThrough3ds(page, shop, payment);
  await expectBackInShop(page, shop, payment, "success");
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({
    status: "captured",
    amount: 987_654,
    installment: 3,
    card: { maskedPan: maskedPan(approvedCard.pan) },
  });
  await expectTaken(payment.paymentCode, 987_654);
});

test.describe("303 success with one card of every kind", () => {
  for (const card of sandbox.cards.filter(({ outcome }) => outcome === "approved")) {
    test(`303 success: ${card.family} ${card.brand ?? "without a brand"} ${card.pan.slice(0, 6)}`, async ({
      merchant,
    }) => {
      const payment = await merchant.created();
      const answer = await payOverHttp(payment, card);
      expect([answer.status, answer.headers.location]).toEqual([
        303,
        `https://shop.example/return?paymentCode=${payment.paymentCode}&result=success`,
      ]);
      const { brand, family, bank } = card;
      expect((await merchant.payment(payment.paymentCode)).card).toMatchObject({ brand, family, bank });
    });
  }
});

test("303 success with an Amex card and its code of four digits", async ({ page, shop, order }) => {
  const payment = await order();
  await payThrough3ds(page, shop, payment, cardWith({ cv2: "0000" }));
  await expectBackInShop(page, shop, payment, "success");
});

test("303 success with a card that is not a listed test card", async ({ page, shop, order }) => {
  const payment = await order({ amount: 1 });
  await payThrough3ds(page, shop, payment, newCard());
  await expectBackInShop(page, shop, payment, "success");
  await expectTaken(payment.paymentCode, 1);
});

test("303 failure after a wrong code", async ({ page, shop, order, merchant }) => {
  const payment = await order();
  await payThrough3ds(page, shop, payment, approvedCard, "000000");
  await expectBackInShop(page, shop, payment, "failure");
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({
    status: "failed",
    failureCode: "three_ds_failed",
    card: null,
  });
  await expectNothingTaken(payment.paymentCode);
});

test("303 failure after cancelling at the bank", async ({ page, shop, order, merchant }) => {
  const payment = await order();
  await goToBank(page, shop, payment);
  await page.locator('button[value="cancel"]').click();
  await expectBackInShop(page, shop, payment, "failure");
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({
    status: "failed",
    failureCode: "three_ds_failed",
  });
  await expectNothingTaken(payment.paymentCode);
});

test("303 failure with a card that the bank never authenticates", async ({ page, shop, order, merchant }) => {
  const payment = await order();
  await payThrough3ds(page, shop, payment, cardWith({ outcome: "three_ds_failed" }));
  await expectBackInShop(page, shop, payment, "failure");
  expect((await merchant.payment(payment.paymentCode)).failureCode).toBe("three_ds_failed");
  await expectNothingTaken(payment.paymentCode);
});

for (const [outcome, reason] of [
  ["declined_insufficient_funds", "insufficient_funds"],
  ["declined_lost_card", "lost_or_stolen"],
  ["declined_do_not_honour", "do_not_honour"],
] as const) {
  test(`303 failure when the capture is refused: ${outcome}`, async ({ page, shop, order, merchant }) => {
    const payment = await order();
    await payThrough3ds(page, shop, payment, cardWith({ outcome }));
    await expectBackInShop(page, shop, payment, "failure");
    const record = (await merchant.get(`/v1/payments/${payment.paymentCode}`)).json();
    expect(record).toMatchObject({
      status: "failed",
      failureCode: "capture_declined",
      card: null,
      decline: { reason },
    });
    const { decline: _, ...rest } = record;
    expect(JSON.stringify(rest), "only `decline` says why (D-63)").not.toMatch(/"(51|41|05)"|lost|funds/i);
    await expectNothingTaken(payment.paymentCode);
  });
}

test("409 for the reference of a failed payment; a new payment succeeds", async ({ page, shop, order }) => {
  const first = await order();
  await payThrough3ds(page, shop, first, approvedCard, "000000");
  await expectBackInShop(page, shop, first, "failure");
  expect((await handOver(first.paymentRef)).status).toBe(409);
  const second = await order();
  await payThrough3ds(page, shop, second);
  await expectBackInShop(page, shop, second, "success");
});

test("303 success in Turkish, including the bank's page", async ({ browser, shop, order }) => {
  const context = await browser.newContext({ locale: "tr-TR" });
  const page = await context.newPage();
  const payment = await order({ amount: 125_050 });
  await openCheckout(page, shop, payment, approvedCard);
  await buy(page);
  await expect(page.getByRole("heading", { name: "3D Secure doğrulaması" })).toBeVisible();
  await expect(page.getByText("1.250,50 TL")).toBeVisible();
  await confirmAtBank(page);
  await expectBackInShop(page, shop, payment, "success");
  await context.close();
});

test("303 success on a phone", async ({ browser, shop, order }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const payment = await order();
  await payThrough3ds(page, shop, payment);
  await expectBackInShop(page, shop, payment, "success");
  await context.close();
});

test("303 success from a WebView without an origin", async ({ page, shop, order }) => {
  const payment = await order();
  const { pan, expireMonth, expireYear, cv2 } = approvedCard;
  const inputs = Object.entries({ paymentRef: payment.paymentRef, pan, expireMonth, expireYear, cv2 }).map(
    ([name, value]) => `<input name="${name}" value="${value}">`,
  );
  await page.setContent(
    `<form method="post" action="${payment.handoffUrl}">${inputs.join("")}<button>Buy now</button></form>`,
  );
  const posted = page.waitForRequest((request) => request.url() === payment.handoffUrl);
  await buy(page);
  expect((await (await posted).allHeaders()).origin).toBe("null");
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  await confirmAtBank(page);
  await expectBackInShop(page, shop, payment, "success");
});
