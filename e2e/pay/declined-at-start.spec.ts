import { expectNoViolation } from "../support/axe";
import { buy, confirmAtBank, expect, expectBackInShop, openCheckout, test, typeCard } from "../support/browser";
import { handOver } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { bankLog, expectNothingTaken, expectTaken } from "../support/controls";
import { expectError } from "../support/envelope";
import { enterCard, expectHeading, payButton, phone } from "../support/link";
import { expectPaidOnce, getLinkPayment, submitCard } from "../support/link-buyer";
import { demo } from "../support/product";

// Some banks are asked before their page is shown and can refuse the card then: 422 payment_declined.
const terminalId = demo.terminals.posnet;
const refused = cardWith({ outcome: "declined_at_start" });
const json = { headers: { Accept: "application/json" } };

test("422 with the reason and advice on the card form; another card pays the same payment", async ({
  page,
  shop,
  order,
  merchant,
}) => {
  const payment = await order({ terminalId, amount: 7_700 });
  await openCheckout(page, shop, payment, refused);
  const answered = page.waitForResponse((response) => response.url().endsWith("/handoff"));
  await buy(page);
  expect((await answered).status()).toBe(422);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Your bank did not approve the payment");
  await expect(alert).toContainText("No money was taken from your card.");
  expect(await page.content()).not.toContain(refused.pan);
  await expectNoViolation(page);
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({
    status: "initiated",
    failureCode: null,
  });
  await typeCard(page, approvedCard);
  await page.getByRole("button", { name: /^Pay / }).click();
  await confirmAtBank(page);
  await expectBackInShop(page, shop, payment, "success");
  await expectTaken(payment.paymentCode, 7_700);
});

test("422 five times, then 429, as JSON and as a page; the payment has failed", async ({ merchant }) => {
  const payment = await merchant.created({ terminalId });
  for (let n = 1; n <= 5; n += 1) {
    const answer = await handOver(payment.paymentRef, refused, json);
    expectError(answer, 422, "payment_declined");
    expect(answer.text, "the bank's reason is not revealed").not.toMatch(/reason|bank_?code|"\d{2,4}"/i);
  }
  expectError(await handOver(payment.paymentRef, approvedCard, json), 429, "card_attempt_limit_exceeded");
  const page = await handOver(payment.paymentRef, approvedCard, { headers: { "Accept-Language": "tr" } });
  expect(page.status).toBe(429);
  expect(page.text).toContain("Kart deneme sınırına ulaşıldı");
  const failed = { status: "failed", failureCode: "card_attempt_limit_exceeded", card: null };
  expect(await merchant.payment(payment.paymentCode)).toMatchObject(failed);
  await expectNothingTaken(payment.paymentCode);
  const log = await bankLog(payment.paymentCode);
  expect(log.map(({ operation, outcome }) => [operation, outcome])).toEqual(Array(5).fill(["prepare", "declined"]));
  expect(new Set(log.map(({ orderId }) => orderId)).size, "a separate order for each card").toBe(5);
});

test("422 for the fifth card without a form, with a link back to the shop", async ({ merchant }) => {
  const payment = await merchant.created({ terminalId });
  for (let n = 1; n <= 4; n += 1) await handOver(payment.paymentRef, refused, json);
  const last = await handOver(payment.paymentRef, refused, { headers: { "Accept-Language": "tr" } });
  expect(last.status).toBe(422);
  expect(last.text).toContain("Bankanız ödemeyi onaylamadı");
  expect(last.text).toContain("Bu ödemede denenebilecek kart sayısı doldu.");
  expect(last.text).not.toContain('name="pan"');
  expect(last.text).toContain("https://shop.example/return");
});

test.describe("a link on a phone", () => {
  test.use({ ...phone, locale: "tr-TR" });

  test("422 with the reason; another card completes the same link", async ({ page, merchant }) => {
    const link = await merchant.createdLink({ terminalId });
    await page.goto(link.url);
    await enterCard(page, refused);
    await payButton(page).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Bankanız ödemeyi onaylamadı");
    await expect(alert).toContainText("Kartınızdan ödeme alınmadı.");
    await expectNoViolation(page);
    expect((await merchant.link(link.id)).status).toBe("failed");
    expect((await getLinkPayment(merchant, link)).status).toBe("initiated");
    await page.goto(link.url);
    await expectHeading(page, "Kartınız kabul edilmedi");
    await page.getByRole("link", { name: "Yeniden dene" }).click();
    await enterCard(page);
    await payButton(page).click();
    await confirmAtBank(page);
    await expectHeading(page, "Ödemeniz alındı");
    await expectPaidOnce(merchant, link, 125_050);
  });

  test("422 as JSON; five cards end the payment, and a new payment can pay the link", async ({ merchant }) => {
    const link = await merchant.createdLink({ terminalId });
    for (let n = 1; n <= 5; n += 1) {
      expectError(await submitCard(link, { card: refused }, json), 422, "payment_declined");
    }
    const found = await merchant.find(`PL-${link.partnerReference}-1`);
    expect(found.status, "its order code is free").toBe(404);
    expect((await merchant.link(link.id)).status).toBe("failed");
    expect((await submitCard(link)).status).toBe(200);
    expect(await getLinkPayment(merchant, link, 2)).toMatchObject({ status: "initiated" });
    expect((await merchant.link(link.id)).status).toBe("initiated");
  });
});
