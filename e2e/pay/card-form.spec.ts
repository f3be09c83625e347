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
import { approvedCard, cardWith, newCard } from "../support/cards";
import { expectTaken } from "../support/controls";
import { sandbox } from "../support/product";

test("303 success with our own form, which a payment reference alone opens", async ({ page, shop, order }) => {
  const payment = await order({ amount: 125_050, installment: 3 });
  await openCheckout(page, shop, payment);
  await buy(page);
  await expect(page).toHaveTitle(/Demo Kitabevi/);
  await expect(page.getByText("TRY 1,250.50").first()).toBeVisible();
  await expect(page.getByText("3 installments")).toBeVisible();
  await expect(page.getByText("shop.localhost")).toBeVisible();
  await typeCard(page, approvedCard);
  await page.getByRole("button", { name: "Pay TRY 1,250.50" }).click();
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  await confirmAtBank(page);
  await expectBackInShop(page, shop, payment, "success");
  await expectTaken(payment.paymentCode, 125_050);
});

test("303 success with the keyboard alone", async ({ page, shop, order }) => {
  const payment = await order();
  await openCheckout(page, shop, payment);
  await buy(page);
  await page.getByLabel("Card number").focus();
  await page.keyboard.type(approvedCard.pan, { delay: 5 });
  await expect(page.getByLabel("Month"), "a complete number moves the focus to the next field").toBeFocused();
  await page.keyboard.type("1230", { delay: 5 });
  await expect(page.getByLabel("Security code")).toBeFocused();
  await page.keyboard.type("000", { delay: 5 });
  await page.keyboard.press("Enter");
  await page.waitForURL(`${sandbox.bankUrl}/**`);
});

test("shows the form any number of times without using up the reference", async ({ page, shop, order }) => {
  const payment = await order();
  for (let round = 0; round < 7; round++) {
    await openCheckout(page, shop, payment);
    await buy(page);
    await expect(page.getByLabel("Card number")).toBeVisible();
  }
});

test("keeps the payment when the buyer changes the language", async ({ page, shop, order }) => {
  await openCheckout(page, shop, await order());
  await buy(page);
  await chooseLanguage(page, "Türkçe");
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page.getByRole("button", { name: "1.250,50 TL öde" })).toBeVisible();
  await page.getByLabel("Kart numarası").fill("1");
  await page.getByRole("button", { name: "öde" }).click();
  await expect(page.locator("#pan-error")).toHaveText(/kart numarası/i);
  await chooseLanguage(page, "English");
  await expect(page.getByRole("button", { name: "Pay TRY 1,250.50" })).toBeVisible();
  expect(page.url(), "the address contains no secret").toBe(`${sandbox.payUrl}/handoff`);
});

test("groups the number as on the card and names its scheme while it is typed", async ({ page, shop, order }) => {
  await openCheckout(page, shop, await order());
  await buy(page);
  const amex = cardWith({ cv2: "0000" });
  await page.getByLabel("Card number").pressSequentially(approvedCard.pan);
  await expect(page.getByLabel("Card number")).toHaveValue("4355 0800 0000 0005");
  await expect(page.getByText("Visa")).toBeVisible();
  await page.getByLabel("Card number").fill(amex.pan);
  await expect(page.getByLabel("Card number")).toHaveValue(/^\d{4} \d{6} \d{5}$/);
  await expect(page.getByText("American Express")).toBeVisible();
});

test("formats a number that was typed before the script was loaded", async ({ page, shop, order }) => {
  let letCome = () => {};
  const comes = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await comes;
    await route.continue();
  });
  await openCheckout(page, shop, await order());
  await buy(page);
  const number = page.getByLabel("Card number");
  await number.pressSequentially(approvedCard.pan);
  await expect(number).toHaveValue(approvedCard.pan);
  letCome();
  await expect(number).toHaveValue("4355 0800 0000 0005");
  await expect(page.getByText("Visa")).toBeVisible();
});

test("sends nothing while a field is wrong, and shows each error next to its field", async ({ page, shop, order }) => {
  await openCheckout(page, shop, await order());
  await buy(page);
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  await page.getByLabel("Card number").fill("4355080000000006");
  await page.getByLabel("Month").fill("13");
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.locator("#pan-error")).toHaveText("The card number is incorrect. Compare it with your card.");
  await expect(page.locator("#expireMonth-error")).toBeVisible();
  await expect(page.locator("#expireYear-error")).toHaveText("Enter the expiry year.");
  await expect(page.locator("#cv2-error")).toHaveText("Enter the security code.");
  await expect(page.getByLabel("Card number")).toBeFocused();
  await expect(page.getByLabel("Card number")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Card number")).toHaveAccessibleDescription(/card number is incorrect/);
  await page.getByLabel("Card number").fill(approvedCard.pan);
  await expect(page.locator("#pan-error")).toBeHidden();
  expect(posts).toBe(0);
});

test("400 from the shop's own form with errors next to the fields and no card in the page", async ({
  page,
  shop,
  order,
}) => {
  const payment = await order();
  const card = { ...newCard(), expireMonth: "13" };
  await openCheckout(page, shop, payment, card);
  const answered = page.waitForResponse((response) => response.url() === payment.handoffUrl);
  await buy(page);
  expect((await answered).status()).toBe(400);
  await expect(page.getByRole("alert")).toContainText("Check your card details");
  await expect(page.locator("#expireMonth-error")).toHaveText("Enter the month with two digits, for example 07.");
  await page.getByRole("alert").getByRole("link").click();
  await expect(page.getByLabel("Month")).toBeFocused();
  const html = await page.content();
  expect(html).not.toContain(card.pan);
  expect(html).not.toContain(`value="${card.cv2}"`);
  for (const name of ["pan", "expireMonth", "expireYear", "cv2"]) {
    await expect(page.locator(`#${name}`)).toHaveValue("");
  }
  await typeCard(page, approvedCard);
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL(`${sandbox.bankUrl}/**`);
});

test("the fields accept autofill and paste", async ({ page, shop, order }) => {
  await openCheckout(page, shop, await order());
  await buy(page);
  for (const [name, autocomplete] of [
    ["pan", "cc-number"],
    ["expireMonth", "cc-exp-month"],
    ["expireYear", "cc-exp-year"],
    ["cv2", "cc-csc"],
  ] as const) {
    await expect(page.locator(`#${name}`)).toHaveAttribute("autocomplete", autocomplete);
    await expect(page.locator(`#${name}`)).toHaveAttribute("inputmode", "numeric");
  }
  await page.getByLabel("Month").fill("07/2030");
  await expect(page.getByLabel("Month")).toHaveValue("07");
  await expect(page.getByLabel("Year")).toHaveValue("30");
});
