import type { Page, Route } from "@playwright/test";
import { buy, chooseLanguage, expect, openCheckout, test, typeCard } from "../support/browser";
import { approvedCard } from "../support/cards";
import { expectAtBank, payButton, phone } from "../support/link";

// The language switch where the page cannot be had in the other language, and how its list is used.

test.use({ locale: "tr-TR", ...phone });

const choiceOf = (page: Page) => page.getByRole("link", { name: "Deutsch" });
const summaryOf = (page: Page) => page.locator(".languages summary");
const expectGerman = (page: Page) => expect(page.locator("html")).toHaveAttribute("lang", "de");

/** Expects the page in Turkish with what was typed, and the sentence that opening another page empties the fields. */
async function expectKept(page: Page, number: string): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: "Dil değiştirilemedi." })).toContainText("silinir");
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page.locator("#pan")).toHaveValue(number);
  await expect(summaryOf(page)).not.toHaveAttribute("aria-busy");
}

/**
 * Types a part of a card number, and waits for the options that the page then requests.
 * @returns what the field shows
 */
async function typeNumber(page: Page): Promise<string> {
  const offered = page.waitForResponse(/\/options$/);
  await page.locator("#pan").fill(approvedCard.pan.slice(0, 12));
  await offered;
  return page.locator("#pan").inputValue();
}

test("without an answer everything stays and the page says so; the next choice opens the page, as without a script", async ({
  page,
  merchant,
}) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  const typed = await typeNumber(page);
  await page.route("**/l/*lang=de", (route, request) =>
    request.resourceType() === "fetch" ? route.abort() : route.continue(),
  );
  await chooseLanguage(page, "Deutsch");
  await expectKept(page, typed);
  await choiceOf(page).click();
  await expectGerman(page);
  await expect(page.locator("#pan")).toHaveValue("");
});

for (const status of [429, 503])
  test(`the answer ${status} leaves everything as it is, and the page says so`, async ({ page, shop, order }) => {
    await openCheckout(page, shop, await order());
    await buy(page);
    await typeCard(page, approvedCard);
    const typed = await page.locator("#pan").inputValue();
    await page.route(/\/handoff\?lang=de$/, (route) => route.fulfill({ status, contentType: "text/html", body: "" }));
    await chooseLanguage(page, "Deutsch");
    await expectKept(page, typed);
    await payButton(page).click();
    await expectAtBank(page);
  });

test("a page that has become another one opens at once, but after a word about a card that was typed", async ({
  page,
  merchant,
}) => {
  for (const hasTyped of [true, false]) {
    const link = await merchant.createdLink();
    await page.goto(link.url);
    const typed = hasTyped ? await typeNumber(page) : "";
    await merchant.cancelLink(link.id);
    await chooseLanguage(page, "Deutsch");
    if (hasTyped) {
      await expectKept(page, typed);
      await choiceOf(page).click();
    }
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Zahlungslink wurde/);
  }
});

test("the summary is busy while the page loads in the other language", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  const requested = new Promise<Route>((resolve) => void page.route("**/l/*lang=de", resolve));
  await chooseLanguage(page, "Deutsch");
  const route = await requested;
  await expect(summaryOf(page)).toHaveAttribute("aria-busy", "true");
  await route.continue();
  await expectGerman(page);
  await expect(summaryOf(page)).not.toHaveAttribute("aria-busy");
});

test("Escape closes the list of the languages and gives the focus back", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  await summaryOf(page).press("Enter");
  await choiceOf(page).focus();
  await page.keyboard.press("Escape");
  await expect(choiceOf(page)).toBeHidden();
  await expect(summaryOf(page)).toBeFocused();
});

test("a choice with the Control key opens the page in a tab of its own", async ({ page, context, merchant }) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  await summaryOf(page).click();
  const opened = context.waitForEvent("page");
  await choiceOf(page).click({ modifiers: ["ControlOrMeta"] });
  await expectGerman(await opened);
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
});

test("the list of the languages closes when a field gets the focus, and one press opens it again", async ({
  page,
  merchant,
}) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  const choice = page.getByRole("link", { name: "Deutsch" });
  await page.locator(".languages summary").click();
  await expect(choice).toBeVisible();
  await page.locator("#pan").focus();
  await expect(choice).toBeHidden();
  await page.locator(".languages summary").click();
  await expect(choice).toBeVisible();
});
