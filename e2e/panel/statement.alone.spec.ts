import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { calmBank, now, setClock } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel, type PanelLook } from "../support/panel";
import { amountLimited, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";
import { openStaff } from "../support/staff";

// A month has to end before it can be closed, so the tests move the clock.
test.describe.configure({ mode: "serial" });

const refunder = new Refunder(new Merchant(sandbox.apiUrl, amountLimited));

test.beforeAll(() => calmBank());

const open = (browser: Browser, path: string, look: PanelLook = {}, role = "finance"): Promise<Page> =>
  openPanel(browser, findUser(role, amountLimited), { path, ...look });

/** Returns the start of the month after that of an instant, in Istanbul. */
function nextMonth(at: Date): Date {
  const local = new Date(at.getTime() + 3 * 3_600_000);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - 3 * 3_600_000);
}

const amountOf = async (page: Page, term: string): Promise<string> =>
  (await page.getByRole("term").filter({ hasText: term }).locator("xpath=following-sibling::dd[1]").textContent()) ??
  "";

let codes: { partnerTxCode: string; paymentCode: string };
let closing: string;

test("a capture and its refund are lines of their days, and the balances follow them", async ({ browser }) => {
  const paymentCode = await refunder.captured(approvedCard, { amount: 40_000 });
  codes = { paymentCode, partnerTxCode: (await refunder.merchant.payment(paymentCode)).partnerTxCode };
  await refunder.expect("approved", await refunder.captured(approvedCard, { amount: 20_000 }), "automatic");
  const page = await open(browser, "/panel/statement");
  await expect(page.getByRole("link", { name: codes.partnerTxCode })).toBeVisible();
  closing = await amountOf(page, "Closing balance");
  expect(closing).toMatch(/^-?TRY [\d,]+\.\d\d$/);
  const rows = page.getByRole("region", { name: "Movements" }).locator("tbody").getByRole("row");
  await expect(rows.last()).toContainText(closing);
  const receipt = rows.filter({ hasText: codes.partnerTxCode }).getByRole("link", { name: /^Download receipt/ });
  const [file] = await Promise.all([page.waitForEvent("download"), receipt.click()]);
  expect(file.suggestedFilename()).toMatch(/^vezne-receipt-[a-z0-9-]+\.pdf$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Last month", exact: true }).click();
  await expect(page.getByRole("button", { name: "Last month", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/span=last_month/);
});

/** Closes the months that have ended, the oldest first: tests before this one may have moved the clock over several. */
async function closeEndedMonths(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Close [A-Z]/ });
  await expect(button).toHaveCount(1);
  const dialog = page.getByRole("dialog");
  while ((await button.count()) > 0) {
    const name = (await button.textContent()) ?? "";
    await button.click();
    await expect(dialog).toContainText("cannot be undone");
    await dialog.getByRole("button", { name: "Close month" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
}

test("a month that is over is closed after it was said what that means, and stays as it was", async ({ browser }) => {
  await setClock(nextMonth(await now()));
  const ended = await open(browser, "/panel/statement?span=last_month");
  closing = await amountOf(ended, "Closing balance");
  const page = await open(browser, "/panel/statement/months");
  await closeEndedMonths(page);
  const row = page
    .locator("tbody")
    .getByRole("row")
    .filter({ has: page.getByText("Closed", { exact: true }) })
    .first();
  await expect(row).toContainText(closing);
  await expectAccessible(page);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Statement of");
  await expect(page.getByRole("region", { name: "Commission invoice" })).toContainText("VAT 20%");
  expect(await amountOf(page, "Closing balance")).toBe(closing);
  await expectAccessible(page);
  const address = page.url();
  await refunder.expect("approved", codes.paymentCode, "credit", 5_000);
  const later = await open(browser, new URL(address).pathname);
  await expect(later.getByRole("region", { name: "Commission invoice" })).toBeVisible();
  expect(await amountOf(later, "Closing balance")).toBe(closing);
  const current = await open(browser, "/panel/statement");
  expect(await amountOf(current, "Opening balance")).toBe(closing);
  await expect(current.getByRole("region", { name: "Movements" })).toContainText("Refund");
});

test("staff see the figures of the merchant's commission invoices", async ({ browser }) => {
  const page = await openStaff(browser, `/staff/partners/${amountLimited.partnerId}/statement`);
  const row = page
    .locator("tbody")
    .getByRole("row")
    .filter({ has: page.getByText("Closed", { exact: true }) })
    .first();
  await expect(row).toContainText(closing);
  await expect(row).toContainText("TRY");
  await expectAccessible(page);
});

test("the screens fit 390 px in Turkish, and are not there for support", async ({ browser }) => {
  const path = "/panel/statement/months";
  const narrow = await open(browser, path, { language: "tr", width: 390 });
  await expect(narrow.getByText("Kapandı", { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expectNoSidewaysScroll(narrow);
  await narrow.getByRole("main").locator("a[href^='/panel/statement/months/']").first().click();
  await expect(narrow.getByRole("region", { name: "Komisyon faturası" })).toBeVisible();
  await expectNoSidewaysScroll(narrow);
  await narrow.goto("/panel/statement?span=last_month");
  await expect(narrow.getByText("Kapanış bakiyesi").first()).toBeVisible();
  await expectNoSidewaysScroll(narrow);
  await expectAccessible(narrow);
  const wide = await open(browser, "/panel/statement?span=last_month", { language: "tr" });
  await expect(wide.getByText("Kapanış bakiyesi").first()).toBeVisible();
  await wide.emulateMedia({ colorScheme: "dark" });
  for (const width of [1024, 1280]) {
    await wide.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(wide);
  }
  const support = await open(browser, path, {}, "support");
  await expect(support.getByRole("navigation").getByRole("link", { name: "Statement" })).toHaveCount(0);
  await expect(support.getByText("Kapandı")).toHaveCount(0);
});
