import { test as base, expect, type Page } from "@playwright/test";
import { cardFields } from "./buyer";
import { approvedCard } from "./cards";
import { giveBack } from "./contexts";
import { type CreatedPayment, Merchant } from "./merchant";
import { demo, sandbox } from "./product";
import type { Card } from "./sandbox";
import { Shop } from "./shop";

/** A payment of the demo shop with its buyer's return address. */
export interface ShopPayment extends CreatedPayment {
  readonly returnUrl: string;
}

interface WorkerFixtures {
  /** The shop, which all tests of a worker share. */
  shop: Shop;
}

interface Fixtures {
  merchant: Merchant;
  /**
   * Closes the browser contexts that a test has opened. Otherwise Playwright keeps them until the worker ends, and
   * their pages go on asking the server for news.
   */
  closedContexts: undefined;
  /** Creates a payment whose buyer returns to the shop. */
  order(changes?: Readonly<Record<string, unknown>>, merchant?: Merchant): Promise<ShopPayment>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    async ({}, use) => {
      const shop = await Shop.open();
      await use(shop);
      await shop.close();
    },
    { scope: "worker" },
  ],
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map(giveBack));
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
  merchant: async ({}, use) => use(new Merchant(sandbox.apiUrl, demo)),
  order: async ({ shop, merchant }, use) => {
    await use(async (changes = {}, by = merchant) => {
      const returnUrl = shop.newReturnUrl();
      return { ...(await by.created({ returnUrl, ...changes })), returnUrl };
    });
  },
});

export { expect };

/** Opens the shop's checkout with the card filled in; its button posts to the handoff. */
export async function openCheckout(page: Page, shop: Shop, payment: ShopPayment, card?: Card): Promise<void> {
  const { paymentRef } = payment;
  const fields = card ? { paymentRef, ...cardFields(card) } : { paymentRef };
  await page.goto(shop.checkout(payment.handoffUrl, fields));
}

/** Chooses a language of a buyer's page by its own name, such as "Deutsch". */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  const languages = page.locator("details.languages");
  await languages.locator("summary").click();
  await languages.getByText(name, { exact: true }).last().click();
}

export const buy = (page: Page): Promise<void> => page.getByRole("button", { name: "Buy now" }).click();

/** Goes from the checkout to the bank's page that asks for the code. */
export async function goToBank(page: Page, shop: Shop, payment: ShopPayment, card: Card = approvedCard): Promise<void> {
  await openCheckout(page, shop, payment, card);
  await buy(page);
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  await expect(page.locator("#code")).toBeVisible();
}

export async function confirmAtBank(page: Page, code = sandbox.otp): Promise<void> {
  await page.locator("#code").fill(code);
  await page.locator('button[value="confirm"]').click();
}

/** Expects that the buyer was redirected (303) to the shop with this result. */
export async function expectBackInShop(
  page: Page,
  shop: Shop,
  payment: ShopPayment,
  result: "success" | "failure" | "pending",
): Promise<void> {
  await page.waitForURL((url) => url.pathname === new URL(payment.returnUrl).pathname);
  const expected = new URL(payment.returnUrl);
  expected.searchParams.append("paymentCode", payment.paymentCode);
  expected.searchParams.append("result", result);
  expect(page.url()).toBe(expected.href);
  const visits = shop.visitsTo(payment.returnUrl);
  expect(visits.map(({ method }) => method)).toEqual(["GET"]);
  expect(visits[0]?.headers.referer, "no referrer is sent to the shop").toBeUndefined();
}

export async function payThrough3ds(
  page: Page,
  shop: Shop,
  payment: ShopPayment,
  card?: Card,
  code?: string,
): Promise<void> {
  await goToBank(page, shop, payment, card);
  await confirmAtBank(page, code);
}

/** Fills our own card-entry form. */
export async function typeCard(page: Page, card: Card): Promise<void> {
  for (const [name, value] of Object.entries(cardFields(card))) await page.locator(`#${name}`).fill(value);
}
