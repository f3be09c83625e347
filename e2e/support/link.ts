import { expect, type Page } from "@playwright/test";
import { confirmAtBank, typeCard } from "./browser";
import { approvedCard } from "./cards";
import { type Link, newCode } from "./merchant";
import { sandbox } from "./product";
import type { Card } from "./sandbox";
import type { Shop } from "./shop";

/** The steps of a browser on the pages of a payment link. */

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

export const payButton = (page: Page) => page.locator("form[data-card] button[type=submit]");

export const choice = (page: Page, count: number) => page.locator(`input[name="choice"][value^="${count}-"]`);

/** Types a card and chooses the count if there is a choice. */
export async function enterCard(page: Page, card: Card = approvedCard, count = 1): Promise<void> {
  await typeCard(page, card);
  const option = choice(page, count);
  await expect(option).toBeAttached();
  if ((await option.getAttribute("type")) === "radio") await option.check();
}

/** Goes from the link's page to the bank's page that asks for the code. */
export async function goFromLinkToBank(page: Page, link: Pick<Link, "url">, card?: Card, count?: number) {
  await page.goto(link.url);
  await enterCard(page, card, count);
  await payButton(page).click();
  await expectAtBank(page);
}

export async function expectAtBank(page: Page): Promise<void> {
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  await expect(page.locator("#code")).toBeVisible();
}

/** Pays in the browser, up to the page that follows the bank's. */
export async function payInBrowser(page: Page, link: Pick<Link, "url">, card?: Card, code?: string) {
  await goFromLinkToBank(page, link, card);
  await confirmAtBank(page, code);
}

/** Returns a `redirectUrl` for one link, with a trailing slash and a query, which D-13 treats specially. */
export const newRedirectUrl = (shop: Shop): string => `${shop.origin}/return/${newCode()}/?from=link`;

/**
 * Expects the buyer at exactly `{redirectUrl}/payment/success` or `failure`, by GET, with the query kept and nothing
 * added.
 * @param times the number of visits so far
 */
export async function expectRedirected(
  page: Page,
  shop: Shop,
  redirectUrl: string,
  result: "success" | "failure",
  times = 1,
): Promise<void> {
  const expected = new URL(redirectUrl);
  expected.pathname = `${expected.pathname.replace(/\/$/, "")}/payment/${result}`;
  await page.waitForURL(expected.href);
  const visits = shop.visitsTo(expected.href).map(({ method, headers: { referer } }) => [method, referer]);
  expect(visits).toEqual(Array.from({ length: times }, () => ["GET", undefined]));
}

/** Expects this heading of a link's page, and a card form only if the link can be paid. */
export async function expectHeading(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
}
