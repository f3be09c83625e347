import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { now } from "../support/controls";
import { ask } from "../support/http";
import { openFilter } from "../support/list";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel, readCookie } from "../support/panel";
import { hostRestricted, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";

const refunder = new Refunder(new Merchant(sandbox.apiUrl, hostRestricted));
const atHome = { returnUrl: "https://shop.example/return" };

/** Converts a text such as `TRY 1,250.50` to kuruş. */
const kurus = (text: string): number => Math.round(Number(text.replace(/[^\d.-]/g, "")) * 100);

const readOrderCode = async (paymentCode: string): Promise<string> =>
  (await refunder.merchant.payment(paymentCode)).partnerTxCode;

/** Opens the last day on which settlements are due. */
async function openLastDay(page: Page) {
  const days = page.getByRole("region", { name: "Due", exact: true }).getByRole("table");
  await days.getByRole("row").last().getByRole("link").click();
  await expect(page).toHaveURL(/\/due\/\d{4}-\d{2}-\d{2}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Settlements due on/);
}

test("captures and voids appear as net amounts on their due day; the days add up to the total", async ({ browser }) => {
  const paymentCode = await refunder.captured(approvedCard, { amount: 77_700, ...atHome });
  const voided = await refunder.captured(approvedCard, { amount: 33_300, ...atHome });
  await refunder.expect("approved", voided, "void");
  const commission = Number((await refunder.merchant.payment(paymentCode)).commission?.amount);
  const page = await openPanel(browser, findUser("finance", hostRestricted), { path: "/panel/payouts" });
  const due = page.getByRole("region", { name: "Due", exact: true });
  await expect(due.locator("tbody tr").first()).toBeVisible();
  // Both are read at once, because payments of other tests arrive meanwhile.
  const { days, total } = await due.evaluate((region) => ({
    days: [...region.querySelectorAll<HTMLElement>("tbody td:nth-child(4)")].map((cell) => cell.innerText),
    total: region.querySelector<HTMLElement>("dl > div dd")?.innerText ?? "",
  }));
  expect(days.reduce((sum, text) => sum + kurus(text), 0)).toBe(kurus(total));
  await openLastDay(page);
  const findRows = async (code: string) =>
    page
      .getByRole("table")
      .getByRole("row")
      .filter({ hasText: await readOrderCode(code) });
  const captured = await findRows(paymentCode);
  await expect(captured).toHaveCount(1);
  const cells = await captured.getByRole("cell").allInnerTexts();
  await expect(page.getByRole("columnheader", { name: "Booked" })).toHaveAttribute("aria-sort", "descending");
  expect(cells[0]).toBe("Capture");
  expect(cells.slice(3).map(kurus)).toEqual([77_700, -commission, 77_700 - commission]);
  const both = await (await findRows(voided)).locator("td:last-child").allInnerTexts();
  expect(both).toHaveLength(2);
  expect(both.reduce((sum, text) => sum + kurus(text), 0)).toBe(0);
  await expectAccessible(page);
  await captured.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/panel/payments/${paymentCode}$`));
});

test("the settlements of a day are filtered and sorted by the address, and are cards on a phone", async ({
  browser,
}) => {
  const captured = await readOrderCode(await refunder.captured(approvedCard, { amount: 88_100, ...atHome }));
  const paymentCode = await refunder.captured(approvedCard, { amount: 88_200, ...atHome });
  await refunder.expect("approved", paymentCode, "void");
  const voided = await readOrderCode(paymentCode);
  const page = await openPanel(browser, findUser("finance", hostRestricted), { path: "/panel/payouts" });
  await openLastDay(page);
  const rows = (code: string) => page.getByRole("table").getByRole("row").filter({ hasText: code });
  const panel = await openFilter(page, "Kind");
  await panel.getByRole("checkbox", { name: "Void" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/kind=void$/);
  await expect(rows(voided)).toHaveCount(1);
  await expect(rows(captured)).toHaveCount(0);
  await page.reload();
  await expect(rows(voided)).toHaveCount(1);
  await page.getByRole("columnheader", { name: "Net" }).getByRole("button").click();
  await expect(page).toHaveURL(/kind=void&sort=-net$/);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\?sort=-net$/);
  await expect(rows(captured)).toHaveCount(1);
  const nets = (await page.locator("td:last-child").allInnerTexts()).map(kurus);
  expect(nets).toEqual([...nets].sort((a, b) => b - a));
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole("columnheader")).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("the last due day is expected, and is a Turkish business day after today", async ({ browser }) => {
  await refunder.captured(approvedCard, { amount: 20_000, ...atHome });
  const page = await openPanel(browser, findUser("finance", hostRestricted), { path: "/panel/payouts" });
  const days = page.getByRole("region", { name: "Due", exact: true }).getByRole("table");
  await expect(days.getByRole("row").last()).toContainText("Expected");
  await openLastDay(page);
  const day = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const today = new Date((await now()).getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
  expect(day > today).toBe(true);
  expect([1, 2, 3, 4, 5]).toContain(new Date(`${day}T12:00:00Z`).getUTCDay());
});

test("the file has a line for each settlement in the page's language, and is refused to roles without access to payouts", async ({
  browser,
}) => {
  const paymentCode = await refunder.captured(approvedCard, { amount: 45_600, ...atHome });
  const page = await openPanel(browser, findUser("finance", hostRestricted), {
    language: "tr",
    path: "/panel/payouts",
  });
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV indir" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^vezne-bekleyen-hakedis-[a-z0-9-]+-\d{4}-\d{2}-\d{2}\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  expect(text.startsWith("\uFEFFVade günü;Tür;Ödeme kodu;")).toBe(true);
  expect(text.split("\r\n").filter((line) => line.includes(paymentCode))).toEqual([
    expect.stringContaining(";456,00;"),
  ]);
  const support = await openPanel(browser, findUser("support", hostRestricted), { path: "/panel/payouts" });
  const asked = { headers: { Cookie: await readCookie(support) } };
  expect((await ask(sandbox.apiUrl, "/panel/export/settlements.csv", asked)).status).toBe(403);
  expect((await ask(sandbox.apiUrl, "/panel/export/settlements.csv")).status).toBe(401);
  await expect(support.getByText("You may not see this screen")).toBeVisible();
});

test("a payout that does not exist is refused, and nothing is carried over where nothing was", async ({ browser }) => {
  const page = await openPanel(browser, findUser("owner", hostRestricted), { path: "/panel/payouts/pob_missing" });
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  const asked = { headers: { Cookie: await readCookie(page) } };
  const file = await ask(sandbox.apiUrl, "/panel/export/settlements.csv?payout=pob_missing", asked);
  expect(file.status).toBe(404);
  await page.goto("/panel/payouts/carried");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Carried-over settlements");
  await expect(page.getByText("Nothing is carried over.")).toBeVisible();
  await expectAccessible(page);
});
