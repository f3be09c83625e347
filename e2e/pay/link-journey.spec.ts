import { chooseLanguage, confirmAtBank, expect, test, typeCard } from "../support/browser";
import { approvedCard, cardWith, maskedPan, newCard } from "../support/cards";
import { expectNothingTaken } from "../support/controls";
import {
  choice,
  enterCard,
  expectAtBank,
  expectHeading,
  expectRedirected,
  goFromLinkToBank,
  newRedirectUrl,
  payButton,
  payInBrowser,
  phone,
} from "../support/link";
import { expectPaidOnce, getLinkPayment, submitCard } from "../support/link-buyer";

test.use({ ...phone, locale: "tr-TR" });

test("shows a receipt at any time after a payment on a phone in Turkish", async ({ page, merchant }) => {
  const items = [
    { name: "Çay takımı", note: "6 kişilik", amount: 100_000 },
    { name: "Kargo", note: null, amount: 25_050 },
  ];
  const link = await merchant.createdLink({ items, description: "Mart siparişi", payerName: "Ayşe Yılmaz" });
  await page.goto(link.url);
  await expect(page.getByRole("banner")).toContainText("Demo");
  await expect(page.getByText("Ay** Yı****").first()).toBeVisible();
  const mainText = (await page.locator("main").innerText()).replace(/\s+/g, " ");
  const places = ["Çay takımı", "6 kişilik", "1.000,00 TL", "Kargo", "250,50 TL", "1.250,50 TL"].map((text) =>
    mainText.indexOf(text),
  );
  expect(places, "items in order, above the total").toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  await enterCard(page);
  await expect(payButton(page)).toHaveText("1.250,50 TL öde");
  await payButton(page).click();
  await expectAtBank(page);
  await expect(page.getByText("1.250,50 TL")).toBeVisible();
  await confirmAtBank(page);
  await expectHeading(page, "Ödemeniz alındı");
  const payment = await expectPaidOnce(merchant, link, 125_050);
  for (const text of [payment.paymentCode, "1.250,50 TL", approvedCard.pan.slice(-4), "Ay** Yı****"]) {
    await expect(page.locator("main")).toContainText(text);
  }
  expect(new URL(page.url()).pathname).toBe(new URL(link.url).pathname);
  await page.goto(link.url);
  await expectHeading(page, "Ödemeniz alındı");
});

test("charges the shown amount for installments with the buyer's share", async ({ browser, merchant }) => {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const link = await merchant.createdLink({ customerCommissionShareBps: 10_000 });
  await page.goto(link.url);
  const card = cardWith({ brand: "bonus" });
  await typeCard(page, card);
  await expect(page.locator("[data-scheme]")).toContainText("Bonus");
  const counts = page.locator('input[name="choice"]');
  await expect(counts).toHaveCount(6);
  const { options } = (
    await merchant.installmentOptions(card.pan, {
      baseAmount: link.amount,
      customerCommissionShareBps: 10_000,
    })
  ).json();
  const { totalAmount } = options.find(({ installmentCount }: { installmentCount: number }) => installmentCount === 3);
  expect(totalAmount).toBeGreaterThan(link.amount);
  await choice(page, 3).check();
  const total = `TRY ${(totalAmount / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 })}`;
  await expect(payButton(page)).toHaveText(`Pay ${total}`);
  await payButton(page).click();
  await expectAtBank(page);
  await expect(page.getByText(total)).toBeVisible();
  await confirmAtBank(page);
  await expectHeading(page, "Your payment was received");
  await expect(page.locator("main")).toContainText(total);
  await expect(page.locator("main")).toContainText("3 installments");
  const payment = await expectPaidOnce(merchant, link, totalAmount);
  expect(payment).toMatchObject({
    installment: 3,
    commission: { customerShareAmount: totalAmount - link.amount },
  });
  await context.close();
});

test("redirects to exactly {redirectUrl}/payment/success with its query; the link then shows the receipt", async ({
  page,
  shop,
  merchant,
}) => {
  const redirectUrl = newRedirectUrl(shop);
  const link = await merchant.createdLink({ redirectUrl });
  await payInBrowser(page, link);
  await expectRedirected(page, shop, redirectUrl, "success");
  await expectPaidOnce(merchant, link, 125_050);
  await page.goto(link.url);
  await expectHeading(page, "Ödemeniz alındı");
  await page.getByRole("link", { name: "Mağazaya dön" }).click();
  await expectRedirected(page, shop, redirectUrl, "success", 2);
});

test("redirects to exactly {redirectUrl}/payment/failure after a wrong code; another card then pays the same link", async ({
  page,
  shop,
  merchant,
}) => {
  const redirectUrl = newRedirectUrl(shop);
  const link = await merchant.createdLink({ redirectUrl });
  await payInBrowser(page, link, approvedCard, "000000");
  await expectRedirected(page, shop, redirectUrl, "failure");
  expect((await merchant.link(link.id)).status).toBe("failed");
  await page.goto(link.url);
  await expectHeading(page, "3D Secure doğrulaması tamamlanamadı");
  await page.getByRole("link", { name: "Yeniden dene" }).click();
  await enterCard(page, cardWith({ brand: "world" }));
  await payButton(page).click();
  await confirmAtBank(page);
  await expectRedirected(page, shop, redirectUrl, "success");
  await expectPaidOnce(merchant, link, 125_050, 2);
});

test("states after a declined capture that nothing was taken, and accepts another card", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  await goFromLinkToBank(page, link, cardWith({ outcome: "declined_insufficient_funds" }));
  const { paymentCode } = await getLinkPayment(merchant, link);
  await confirmAtBank(page);
  await expectHeading(page, "Bankanız ödemeyi onaylamadı");
  await expect(page.locator("main")).toContainText("Kartınızdan ödeme alınmadı.");
  expect(await merchant.payment(paymentCode)).toMatchObject({
    status: "failed",
    failureCode: "capture_declined",
  });
  await expectNothingTaken(paymentCode);
  await page.getByRole("link", { name: "Yeniden dene" }).click();
  await enterCard(page, newCard(), 3);
  await payButton(page).click();
  await confirmAtBank(page);
  await expectHeading(page, "Ödemeniz alındı");
  expect((await expectPaidOnce(merchant, link, 125_050, 2)).installment).toBe(3);
});

test("replaces the payment when another count is chosen after a refused card", async ({ page, merchant }) => {
  const link = await merchant.createdLink({ terminalId: merchant.terminal("domesticOnly") });
  const refused = await submitCard(link, { card: cardWith({ family: "foreign" }) });
  expect(refused.status).toBe(422);
  expect((await merchant.link(link.id)).status).toBe("failed");
  const first = await getLinkPayment(merchant, link);
  expect(first).toMatchObject({ status: "initiated", installment: 1 });
  const card = cardWith({ brand: "world" });
  await page.goto(`${link.url}?again=1`);
  await enterCard(page, card, 3);
  await payButton(page).click();
  await confirmAtBank(page);
  await expectHeading(page, "Ödemeniz alındı");
  expect(await merchant.payment(first.paymentCode)).toMatchObject({
    status: "failed",
    failureCode: "superseded",
  });
  const second = await expectPaidOnce(merchant, link, 125_050, 2);
  expect(second).toMatchObject({ installment: 3, card: { maskedPan: maskedPan(card.pan) } });
});

test("groups an Amex number 4-6-5 and accepts its code of four digits", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  const card = cardWith({ cv2: "0000" });
  await page.goto(link.url);
  await page.locator("#pan").pressSequentially(card.pan);
  await expect(page.locator("#pan")).toHaveValue(card.pan.replace(/(....)(......)(.....)/, "$1 $2 $3"));
  await enterCard(page, card);
  await payButton(page).click();
  await expectAtBank(page);
  await confirmAtBank(page);
  await expectHeading(page, "Ödemeniz alındı");
  await expectPaidOnce(merchant, link, 125_050);
});

test("changes to English and back by a link, without a cookie", async ({ page, context, merchant }) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await chooseLanguage(page, "English");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("label[for=pan]")).toHaveText("Card number");
  await enterCard(page);
  await payButton(page).click();
  await confirmAtBank(page);
  await expectHeading(page, "Your payment was received");
  await chooseLanguage(page, "Türkçe");
  await expectHeading(page, "Ödemeniz alındı");
  expect(await context.cookies()).toEqual([]);
});
