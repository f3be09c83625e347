import { type Browser, expect, type Page, test } from "@playwright/test";
import { approvedCard } from "../support/cards";
import { calmBank, now, setClock } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, type PanelLook, signInToPanel } from "../support/panel";
import { amountLimited, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";

// A month has to end before it can be closed, so the tests move the clock.
test.describe.configure({ mode: "serial" });

const refunder = new Refunder(new Merchant(sandbox.apiUrl, amountLimited));

test.beforeAll(() => calmBank());

/** Opens a page of the statement with a new session, because a session ends while the clock moves over days. */
async function open(browser: Browser, path: string, look: PanelLook = {}, role = "finance"): Promise<Page> {
  const page = await signInToPanel(browser, findUser(role, amountLimited), look);
  await page.goto(path);
  return page;
}

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
const shots = process.env.E2E_SHOTS;
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

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
  await expectAccessible(page);
  await shoot(page, "statement-1440");
  await page.getByRole("button", { name: "Last month", exact: true }).click();
  await expect(page.getByRole("button", { name: "Last month", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/span=last_month/);
});

test("a month that is over is closed after it was said what that means, and stays as it was", async ({ browser }) => {
  await setClock(nextMonth(await now()));
  const ended = await open(browser, "/panel/statement?span=last_month");
  closing = await amountOf(ended, "Closing balance");
  const page = await open(browser, "/panel/statement/months");
  await shoot(page, "months-open");
  const button = page.getByRole("button", { name: /^Close [A-Z]/ });
  await expect(button).toHaveCount(1);
  await button.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("cannot be undone");
  await shoot(page, "close-dialog");
  await dialog.getByRole("button", { name: "Close month" }).click();
  await expect(dialog).toBeHidden();
  const row = page
    .locator("tbody")
    .getByRole("row")
    .filter({ has: page.getByText("Closed", { exact: true }) })
    .first();
  await expect(row).toContainText(closing);
  await expectAccessible(page);
  await shoot(page, "months-closed");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Statement of");
  await expect(page.getByRole("region", { name: "Commission invoice" })).toContainText("VAT 20%");
  expect(await amountOf(page, "Closing balance")).toBe(closing);
  await expectAccessible(page);
  await shoot(page, "month-1440");
  const address = page.url();
  await refunder.expect("approved", codes.paymentCode, "credit", 5_000);
  const later = await open(browser, new URL(address).pathname);
  await expect(later.getByRole("region", { name: "Commission invoice" })).toBeVisible();
  expect(await amountOf(later, "Closing balance")).toBe(closing);
  const current = await open(browser, "/panel/statement");
  expect(await amountOf(current, "Opening balance")).toBe(closing);
  await expect(current.getByRole("region", { name: "Movements" })).toContainText("Refund");
});

test("the screens fit 390 px in Turkish, and are not there for support", async ({ browser }) => {
  const path = "/panel/statement/months";
  const narrow = await open(browser, path, { language: "tr", width: 390 });
  await expect(narrow.getByText("Kapandı", { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expectNoSidewaysScroll(narrow);
  await shoot(narrow, "months-390");
  await narrow.getByRole("main").locator("a[href^='/panel/statement/months/']").first().click();
  await expect(narrow.getByRole("region", { name: "Komisyon faturası" })).toBeVisible();
  await expectNoSidewaysScroll(narrow);
  await shoot(narrow, "month-390");
  await narrow.goto("/panel/statement?span=last_month");
  await expect(narrow.getByText("Kapanış bakiyesi").first()).toBeVisible();
  await expectNoSidewaysScroll(narrow);
  await expectAccessible(narrow);
  await shoot(narrow, "statement-390");
  const wide = await open(browser, "/panel/statement?span=last_month", { language: "tr" });
  await expect(wide.getByText("Kapanış bakiyesi").first()).toBeVisible();
  await wide.emulateMedia({ colorScheme: "dark" });
  await shoot(wide, "statement-dark");
  const support = await open(browser, path, {}, "support");
  await expect(support.getByRole("navigation").getByRole("link", { name: "Statement" })).toHaveCount(0);
  await expect(support.getByText("Kapandı")).toHaveCount(0);
});
