import type { Page } from "@playwright/test";
import { expect, test, typeCard } from "../support/browser";
import { approvedCard, cardWith } from "../support/cards";
import { choice, payButton } from "../support/link";
import { payLink, submitCard } from "../support/link-buyer";
import { expectAccessible, expectLook, looks, newPage, type Scripting } from "../support/looks";
import type { Link, Merchant } from "../support/merchant";
import { sandbox } from "../support/product";

// Every page that a link can show without moving the clock or changing the account.

interface Sight {
  readonly scripting?: Scripting;
  /** Set for pages with a second screenshot in English, dark and narrow; the others are only checked for violations. */
  readonly isSeenTwice?: true;
  visit(page: Page, merchant: Merchant): Promise<unknown>;
}

const full = {
  description: "Mart siparişi",
  payerName: "Ayşe Yılmaz",
  customerCommissionShareBps: 5_000,
  items: [
    { name: "Porselen çay takımı", note: "6 kişilik, ince belli bardaklarıyla", amount: 100_000 },
    { name: "Kargo", note: null, amount: 25_050 },
  ],
};

const go = (page: Page, { url }: Pick<Link, "url">) => page.goto(url);

/** Types and submits a card without the script; the browser only checks that no field is empty. */
async function send(page: Page, link: Pick<Link, "url">, card = approvedCard): Promise<void> {
  await go(page, link);
  await typeCard(page, card);
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await payButton(page).click();
  await answered;
  await page.waitForLoadState();
}

const sights: Record<string, Sight> = {
  open: {
    scripting: "ours",
    isSeenTwice: true,
    visit: async (page, merchant) => go(page, await merchant.createdLink(full)),
  },
  options: {
    scripting: "ours",
    isSeenTwice: true,
    visit: async (page, merchant) => {
      await go(page, await merchant.createdLink(full));
      await page.locator("#pan").fill(cardWith({ brand: "bonus" }).pan);
      await choice(page, 3).check();
      await page.locator("#pan").blur();
    },
  },
  "no-option": {
    scripting: "ours",
    visit: async (page, merchant) => {
      await go(page, await merchant.createdLink({ terminalId: merchant.terminal("domesticOnly") }));
      await page.locator("#pan").fill(cardWith({ family: "foreign" }).pan);
      await expect(page.locator('[data-payable="0"]')).toBeVisible();
    },
  },
  "over-bound": {
    scripting: "ours",
    visit: async (page, merchant) => {
      await go(page, await merchant.createdLink({ amount: 970_000_000, customerCommissionShareBps: 10_000 }));
      await page.locator("#pan").fill(approvedCard.pan);
      await expect(page.locator('input[name="choice"]').first()).toBeAttached();
    },
  },
  "first-step": {
    scripting: "off",
    visit: async (page, merchant) => go(page, await merchant.createdLink(full)),
  },
  "wrong-fields": {
    visit: async (page, merchant) =>
      send(page, await merchant.createdLink(), { ...approvedCard, pan: "4355080000000006", cv2: "1" }),
  },
  "choose-first": { visit: async (page, merchant) => send(page, await merchant.createdLink(full)) },
  bank: {
    visit: async (page, merchant) => send(page, await merchant.createdLink({ allowedInstallmentCounts: [1] })),
  },
  limit: {
    visit: async (page, merchant) => {
      const terminalId = merchant.terminal("virtualPosInactive");
      await send(page, await merchant.createdLink({ terminalId, allowedInstallmentCounts: [1] }));
    },
  },
  "in-progress": {
    visit: async (page, merchant) => {
      const link = await merchant.createdLink({ description: full.description });
      await submitCard(link);
      await go(page, link);
    },
  },
  paid: {
    isSeenTwice: true,
    visit: async (page, merchant) => {
      const link = await merchant.createdLink(full);
      const { options } = (
        await merchant.installmentOptions(approvedCard.pan, {
          baseAmount: link.amount,
          customerCommissionShareBps: full.customerCommissionShareBps,
        })
      ).json();
      const { totalAmount: total } = options.find(
        (option: { installmentCount: number }) => option.installmentCount === 3,
      );
      expect((await payLink(link, { count: 3, total })).status).toBe(303);
      await go(page, link);
    },
  },
  "failed-3ds": {
    isSeenTwice: true,
    visit: async (page, merchant) => {
      const link = await merchant.createdLink({ description: full.description });
      await payLink(link, {}, "000000");
      await go(page, link);
    },
  },
  declined: {
    visit: async (page, merchant) => {
      const link = await merchant.createdLink();
      await payLink(link, { card: cardWith({ outcome: "declined_insufficient_funds" }) });
      await go(page, link);
    },
  },
  refused: {
    visit: async (page, merchant) => {
      const link = await merchant.createdLink({ terminalId: merchant.terminal("domesticOnly") });
      await submitCard(link, { card: cardWith({ family: "foreign" }) });
      await go(page, link);
    },
  },
  cancelled: {
    visit: async (page, merchant) => {
      const link = await merchant.createdLink();
      await merchant.cancelLink(link.id);
      await go(page, link);
    },
  },
  unknown: { visit: (page) => go(page, { url: `${sandbox.payUrl}/l/${"x".repeat(43)}` }) },
};

for (const [name, sight] of Object.entries(sights)) {
  for (const look of looks) {
    test(`has no violation and no sideways scrolling, and matches its screenshot: ${name}, ${look.name}`, async ({
      browser,
      merchant,
    }) => {
      const page = await newPage(browser, look, sight.scripting ?? "blocked");
      await sight.visit(page, merchant);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expectAccessible(page);
      if (look.name === "tr" || sight.isSeenTwice) await expectLook(page, `${name}-${look.name}`);
      await page.context().close();
    });
  }
}
