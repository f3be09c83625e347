import type { Page } from "@playwright/test";
import { chooseLanguage, confirmAtBank, expect, test, typeCard } from "../support/browser";
import { approvedCard, cardWith } from "../support/cards";
import { choice, expectHeading, expectRedirected, newRedirectUrl, phone } from "../support/link";
import { expectPaidOnce } from "../support/link-buyer";
import type { Card } from "../support/sandbox";

test.use({ ...phone, javaScriptEnabled: false, locale: "tr-TR" });

/** Submits the first of two steps: the card's first eight digits. */
async function giveDigits(page: Page, { pan }: Card): Promise<void> {
  await page.locator('input[name="bin"]:visible').fill(pan.slice(0, 8));
  await page.locator('form[action*="/card"] button').click();
}

const pay = (page: Page) => page.locator('form[action*="/pay?"] button[type=submit]');

async function throughTheBank(page: Page, code?: string): Promise<void> {
  await page.locator("noscript button").click();
  await confirmAtBank(page, code);
  await page.locator("noscript button").click();
}

test("can be paid without JavaScript in two steps and three installments, and leads to the merchant", async ({
  page,
  shop,
  merchant,
}) => {
  const redirectUrl = newRedirectUrl(shop);
  const link = await merchant.createdLink({ redirectUrl });
  await page.goto(link.url);
  await expect(page.locator("#pan"), "first the digits alone").toBeHidden();
  await giveDigits(page, approvedCard);
  await choice(page, 3).check();
  await typeCard(page, approvedCard);
  await pay(page).click();
  await throughTheBank(page);
  await expectRedirected(page, shop, redirectUrl, "success");
  expect((await expectPaidOnce(merchant, link, 125_050)).installment).toBe(3);
});

test("refuses without JavaScript a card other than that of the first step, then can be paid", async ({
  page,
  merchant,
}) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  await giveDigits(page, { ...approvedCard, pan: "4355" });
  await expect(page.locator("#pan"), "still the first step").toBeHidden();
  await giveDigits(page, approvedCard);
  await choice(page, 1).check();
  const another = cardWith({ brand: "world" });
  await typeCard(page, another);
  await pay(page).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.locator("#pan")).toHaveValue("");
  // The options are those of the typed card.
  await choice(page, 1).check();
  await typeCard(page, another);
  await pay(page).click();
  await throughTheBank(page);
  await expectHeading(page, "Ödemeniz alındı");
  await expectPaidOnce(merchant, link, 125_050);
});

test("can be tried again after a failure without JavaScript, in the chosen language", async ({ page, merchant }) => {
  const link = await merchant.createdLink({ allowedInstallmentCounts: [1] });
  await page.goto(link.url);
  await chooseLanguage(page, "English");
  await giveDigits(page, approvedCard);
  await typeCard(page, approvedCard);
  await pay(page).click();
  await throughTheBank(page, "000000");
  await expectHeading(page, "The 3-D Secure check was not completed");
  await page.getByRole("link", { name: "Try again" }).click();
  await giveDigits(page, approvedCard);
  await typeCard(page, approvedCard);
  await pay(page).click();
  await throughTheBank(page);
  await expectHeading(page, "Your payment was received");
  await expectPaidOnce(merchant, link, 125_050, 2);
});
