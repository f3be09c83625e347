import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { newAccount, newColleague } from "../support/colleague";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, newPanelPage, openPanel } from "../support/panel";
import { amountLimited, held, sandbox, suspended } from "../support/product";
import { Refunder } from "../support/refund-steps";

// Only this file makes payments at this account while other files run.
const shop = new Merchant(sandbox.apiUrl, amountLimited);

/** Reads the value of a figure in a section. */
const figure = async (page: Page, section: string, term: string): Promise<string> => {
  const figures = page.getByRole("region", { name: section, exact: true });
  const block = figures.locator("dl > div").filter({ has: page.getByText(term, { exact: true }) });
  return (await block.locator("dd").first().innerText()).trim();
};

/** Converts a text such as `TRY 1,250.50` to kuruş. */
const kurus = (text: string): number => Math.round(Number(text.replace(/[^\d.-]/g, "")) * 100);

/** The screen's clock moves this far, in ms, until it refreshes. */
const refreshMs = 15_000;

test.describe.configure({ mode: "serial" });

test("today's and the month's figures show a payment and its void exactly, without a reload", async ({ browser }) => {
  const refunder = new Refunder(shop);
  await refunder.captured(approvedCard, { amount: 12_345 });
  const page = await newPanelPage(browser, findUser("finance", amountLimited));
  await page.clock.install();
  await page.goto("/panel");
  const read = async () => ({
    today: kurus(await figure(page, "Today", "Captured")),
    month: kurus(await figure(page, "Last 30 days", "Captured")),
    net: kurus(await figure(page, "Last 30 days", "Net")),
    back: kurus(await figure(page, "Today", "Refunded")),
  });
  await expect(page.getByRole("region", { name: "Today", exact: true })).toBeVisible();
  const before = await read();
  const paymentCode = await refunder.captured(approvedCard, { amount: 25_050 });
  const commission = Number((await shop.payment(paymentCode)).commission?.amount);
  const paid = {
    today: before.today + 25_050,
    month: before.month + 25_050,
    back: before.back,
    net: before.net + 25_050 - commission,
  };
  await page.clock.runFor(refreshMs);
  await expect.poll(read).toEqual(paid);
  await refunder.expect("approved", paymentCode, "void");
  await page.clock.runFor(refreshMs);
  await expect.poll(read).toEqual({ ...paid, net: before.net, back: before.back + 25_050 });
});

test("the chart works with the keyboard, and its table has the same values as the figures", async ({ browser }) => {
  const page = await openPanel(browser, findUser("finance", amountLimited));
  const section = page.getByRole("region", { name: "Day by day" });
  await section.getByRole("application", { name: /^Captured and refunded amounts/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(section.getByText(/^Captured: TRY/)).toBeVisible();
  await page.keyboard.press("Escape");
  await section.getByRole("button", { name: "Table" }).click();
  const rows = section.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(31);
  const cells = await rows.nth(1).getByRole("cell").allInnerTexts();
  expect(cells[2]).toBe(await figure(page, "Today", "Captured"));
  const captured = await rows.locator("td:nth-child(3)").allInnerTexts();
  expect(captured.reduce((sum, text) => sum + kurus(text), 0)).toBe(
    kurus(await figure(page, "Last 30 days", "Captured")),
  );
  await expectAccessible(page);
});

test("nothing is wider than a phone's screen in Turkish, and axe finds no violation", async ({ browser }) => {
  const page = await openPanel(browser, findUser("owner", amountLimited), { language: "tr", width: 390 });
  await expect(page.getByRole("heading", { level: 1, name: "Ana sayfa" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Bugün",
    "Dikkat gerektirenler",
    "Son 30 gün",
    "Gün gün",
  ]);
  await expect(page.getByRole("region", { name: "Gün gün" }).getByRole("application")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("a new account is led to its first payment; a user without the permission sees who has it", async ({
  browser,
}) => {
  const account = await newAccount();
  const owner = await openPanel(browser, await newColleague("owner", account), { language: "tr" });
  await expect(owner.getByText("Henüz hiç ödemeniz yok")).toBeVisible();
  await expect(owner.getByRole("main").getByRole("link", { name: "Yeni link" })).toHaveCount(2);
  await expectAccessible(owner);
  const support = await openPanel(browser, await newColleague("support", account));
  await expect(support.getByText("You have no payments yet")).toBeVisible();
  await expect(support.getByText(/can create payments/)).toBeVisible();
  await expect(support.getByRole("main").getByRole("link", { name: "New link" })).toHaveCount(0);
});

test("a hold is shown first with its reason and links to the account", async ({ browser }) => {
  const owner = await openPanel(browser, findUser("owner", held), { language: "tr" });
  const attention = owner.getByRole("region", { name: "Dikkat gerektirenler" });
  await expect(attention.getByText("Ödeme kabulü durduruldu")).toBeVisible();
  await expect(attention.getByText(/Risk ekibimiz/)).toBeVisible();
  await expect(owner.getByText("Henüz hiç ödemeniz yok")).toHaveCount(0);
  await expect(owner.getByRole("main").getByRole("link", { name: "Yeni link" })).toHaveCount(0);
  await expectAccessible(owner);
  await attention.getByRole("link", { name: "Hesaba git" }).click();
  await expect(owner).toHaveURL(/\/panel\/account$/);
});

test("shows each role the notices that concern it: webhooks not to finance, a suspension to all", async ({
  browser,
}) => {
  const finance = await openPanel(browser, findUser("finance", suspended));
  const attention = finance.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByText("Your account is suspended", { exact: true })).toBeVisible();
  await expect(attention.getByText("No webhook address")).toHaveCount(0);
  const developer = await openPanel(browser, findUser("developer", suspended));
  const theirs = developer.getByRole("region", { name: "Needs attention" });
  await expect(theirs.getByText("No webhook address")).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Add an address" })).toHaveAttribute(
    "href",
    "/panel/developers/webhooks",
  );
});
