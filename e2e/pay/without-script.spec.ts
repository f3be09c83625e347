import {
  buy,
  chooseLanguage,
  confirmAtBank,
  expect,
  expectBackInShop,
  openCheckout,
  test,
  typeCard,
} from "../support/browser";
import { approvedCard } from "../support/cards";
import { expectTaken } from "../support/controls";
import { sandbox } from "../support/product";

test.use({ javaScriptEnabled: false });

test("303 success without JavaScript from the shop's own form", async ({ page, shop, order }) => {
  const payment = await order({ amount: 5150 });
  await openCheckout(page, shop, payment, approvedCard);
  await buy(page);
  await expect(page.getByRole("heading", { name: "Taking you to your bank" })).toBeVisible();
  // Locators by text ignore the contents of a noscript element.
  await expect(page.locator("noscript p")).toHaveText("Press the button below to go on.");
  await expect(page.locator("noscript p")).toBeVisible();
  await page.locator("noscript button").click();
  await confirmAtBank(page);
  await page.locator("noscript button").click();
  await expectBackInShop(page, shop, payment, "success");
  await expectTaken(payment.paymentCode, 5150);
});

test("303 success without JavaScript with our form after a mistake", async ({ page, shop, order }) => {
  const payment = await order();
  await openCheckout(page, shop, payment);
  await buy(page);
  await typeCard(page, { ...approvedCard, expireYear: "2", cv2: "00" });
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByRole("alert")).toContainText("Check your card details");
  await expect(page.locator("#expireYear-error")).toHaveText("Enter the year with two digits, for example 30.");
  await expect(page.locator("#cv2-error")).toBeVisible();
  await expect(page.locator("#pan-error")).toBeHidden();
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await typeCard(page, approvedCard);
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.locator("noscript button").click();
  await expect(page).toHaveURL(new RegExp(sandbox.bankUrl));
  await confirmAtBank(page);
  await page.locator("noscript button").click();
  await expectBackInShop(page, shop, payment, "success");
});

test("303 failure without JavaScript after cancelling", async ({ page, shop, order }) => {
  const payment = await order();
  await openCheckout(page, shop, payment, approvedCard);
  await buy(page);
  await page.locator("noscript button").click();
  await page.getByRole("button", { name: "Cancel the payment" }).click();
  await page.locator("noscript button").click();
  await expectBackInShop(page, shop, payment, "failure");
});

test("the language changes without JavaScript", async ({ page, shop, order }) => {
  await openCheckout(page, shop, await order());
  await buy(page);
  await chooseLanguage(page, "Türkçe");
  await expect(page.getByLabel("Kart numarası")).toBeVisible();
});
