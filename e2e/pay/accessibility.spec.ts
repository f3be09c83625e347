import type { Browser, Page } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import { buy, expect, openCheckout, type ShopPayment, test } from "../support/browser";
import { handOver } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { changeTerminal } from "../support/controls";
import { Merchant } from "../support/merchant";
import { linksDisabled, sandbox } from "../support/product";
import type { Shop } from "../support/shop";

type Order = (changes?: Record<string, unknown>, merchant?: Merchant) => Promise<ShopPayment>;

/** Every page that a buyer can see on our origin, with the steps to it. */
const pages: [name: string, visit: (page: Page, shop: Shop, order: Order) => Promise<void>][] = [
  ["the card form", async (page, shop, order) => arrive(page, shop, await order({ installment: 3 }))],
  [
    "the card form with wrong fields",
    async (page, shop, order) => arrive(page, shop, await order(), { ...approvedCard, pan: "1", cv2: "" }),
  ],
  [
    "the card form after a card that is not accepted",
    async (page, shop, order) => {
      const terminalId = sandbox.partners.demo.terminals.domesticOnly;
      await arrive(page, shop, await order({ terminalId }), cardWith({ family: "foreign" }));
    },
  ],
  ["the way to the bank", async (page, shop, order) => arrive(page, shop, await order(), approvedCard)],
  [
    "a payment that was started before",
    async (page, shop, order) => {
      const payment = await order();
      await handOver(payment.paymentRef);
      await arrive(page, shop, payment, approvedCard);
    },
  ],
  [
    "a payment that nobody knows",
    async (page, shop, order) => arrive(page, shop, { ...(await order()), paymentRef: "x" }),
  ],
  [
    "a terminal that is switched off",
    async (page, shop, order) => {
      const terminalId = sandbox.partners.demo.terminals.virtualPosInactive;
      await arrive(page, shop, await order({ terminalId }), approvedCard);
    },
  ],
  [
    "a limit of the bank connection",
    async (page, shop, order) => {
      const terminalId = linksDisabled.terminals.singleOnly;
      await changeTerminal(terminalId, { limits: { perTx: null } });
      const payment = await order({ terminalId }, new Merchant(sandbox.apiUrl, linksDisabled));
      await changeTerminal(terminalId, { limits: { perTx: 1 } });
      await arrive(page, shop, payment, approvedCard);
    },
  ],
  ["an address that is opened directly", async (page) => void (await page.goto(`${sandbox.payUrl}/handoff`))],
];

async function arrive(page: Page, shop: Shop, payment: ShopPayment, card?: typeof approvedCard): Promise<void> {
  await openCheckout(page, shop, payment, card);
  await buy(page);
  await page.waitForURL(`${sandbox.payUrl}/**`);
}

const looks = [
  { locale: "tr-TR", colorScheme: "light", width: 1280 },
  { locale: "en-GB", colorScheme: "dark", width: 360 },
] as const;

const createContext = async (browser: Browser, { locale, colorScheme, width }: (typeof looks)[number]) => {
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 740 } });
  // Without its script the page that leads to the bank stays open.
  await context.route("**/assets/*.js", (route) => route.abort());
  return context;
};

for (const look of looks) {
  for (const [name, visit] of pages) {
    test(`has no violation and no sideways scrolling: ${name}, ${Object.values(look).join(", ")}`, async ({
      browser,
      shop,
      order,
    }) => {
      const context = await createContext(browser, look);
      const page = await context.newPage();
      await visit(page, shop, order);
      await expectNoViolation(page);
      for (const width of [look.width, 320]) {
        await page.setViewportSize({ width, height: 740 });
        const { scrolls, small } = await page.evaluate(() => ({
          scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          small: [...document.querySelectorAll<HTMLElement>("input:not([type=hidden]), .button")]
            .filter((target) => target.offsetHeight > 0 && target.offsetHeight < 48)
            .map((target) => target.outerHTML),
        }));
        expect(scrolls, `scrolls sideways at ${width}`).toBe(false);
        expect(small, "targets of less than 48 px").toEqual([]);
      }
      await context.close();
    });
  }
}

test("the check finds a faint text in any row, also where the rows above it are alike", async ({ page }) => {
  const row = (style: string) => `<li class="row"><span style="${style}">A text</span></li>`;
  const list = (last: string) =>
    `<html lang="en"><title>Rows</title><main><h1>Rows</h1><ul>${row("color:#000").repeat(6)}${last}</ul></main></html>`;
  await page.setContent(list(row("color:#000")));
  await expectNoViolation(page);
  await page.setContent(list(row("color:#ddd") + row("color:#000")));
  await expect(expectNoViolation(page)).rejects.toThrow("color-contrast");
  const choice = '<li class="row"><label><input type="radio" name="n">A text</label></li>';
  await page.setContent(`<style>li:has(:checked) { color: #ddd }</style>${list(choice.repeat(4))}`);
  await expectNoViolation(page);
  await page.getByRole("radio").nth(2).check();
  await expect(expectNoViolation(page)).rejects.toThrow("color-contrast");
});
