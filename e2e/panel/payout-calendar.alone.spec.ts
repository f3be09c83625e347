import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import ExcelJS from "exceljs";
import { readPdfText } from "@/server/testing/documents/pdf-text";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { calmBank, setClock } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel, type PanelLook } from "../support/panel";
import { amountLimited, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";

// Money needs business days to move: what is due is collected at 09:00, and the sandbox pays it at 10:00.
test.describe.configure({ mode: "serial" });

const refunder = new Refunder(new Merchant(sandbox.apiUrl, amountLimited));
const amount = 41_300;

/** What the first test finds out for the others. */
const found = { paymentCode: "", orderCode: "", day: "", payoutPath: "", netText: "" };

test.beforeAll(() => calmBank());

const open = (browser: Browser, path: string, look: PanelLook = {}): Promise<Page> =>
  openPanel(browser, findUser("finance", amountLimited), { path, ...look });

const calendarOf = (page: Page) => page.getByRole("region", { name: /^(What you get and when|Ne zaman, ne kadar)/ });

/** Returns the cell of a day in the calendar's table. */
const cellOf = (page: Page, day: string) =>
  calendarOf(page)
    .getByRole("cell")
    .filter({ has: page.locator(`time[datetime="${day}"]`) });

/** Shows the month of a day, which may be the next one. */
async function showMonthOf(page: Page, day: string): Promise<void> {
  if ((await cellOf(page, day).count()) === 0) await page.getByRole("button", { name: "Next month" }).click();
  await expect(cellOf(page, day)).toHaveCount(1);
}

async function download(page: Page, name: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a payment is expected in the calendar on its due day, and the day leads to its settlement and back", async ({
  browser,
}) => {
  found.paymentCode = await refunder.captured(approvedCard, { amount });
  const payment = await refunder.merchant.payment(found.paymentCode);
  found.orderCode = payment.partnerTxCode;
  const kurus = amount - Number(payment.commission?.amount);
  found.netText = `TRY ${new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 }).format(kurus / 100)}`;
  const page = await open(browser, `/panel/payments/${found.paymentCode}`);
  const place = page.getByRole("region", { name: "Payout", exact: true }).locator("tbody").getByRole("row");
  await expect(place).toContainText(/Capture.*Expected/s);
  await expect(place).toContainText(found.netText);
  await expectAccessible(page);
  const dueDay = place.getByRole("link", { name: /\d{4}$/ });
  found.day = (await dueDay.getAttribute("href"))?.split("/").at(-1) ?? "";
  await page.goto("/panel/payouts");
  await expect(calendarOf(page).getByText(/^You get TRY [\d,.]+ (today|tomorrow|on )/)).toBeVisible();
  const shown = calendarOf(page).getByRole("heading", { level: 3 });
  const present = (await shown.textContent()) ?? "";
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(page).toHaveURL(/\?month=\d{4}-\d{2}$/);
  await expect(shown).not.toHaveText(present);
  const month = (await shown.textContent()) ?? "";
  await page.reload();
  await expect(shown).toHaveText(month);
  await page.goBack();
  await expect(page).toHaveURL(/\/panel\/payouts$/);
  await expect(shown).toHaveText(present);
  await showMonthOf(page, found.day);
  await expectAccessible(page);
  const entry = cellOf(page, found.day).getByRole("link").filter({ hasText: "Expected" });
  await entry.first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/panel/payouts/due/${found.day}$`));
  await expect(page.getByRole("link", { name: found.orderCode })).toBeVisible();
  await page.getByRole("link", { name: "Payouts" }).last().click();
  await expect(calendarOf(page)).toBeVisible();
});

test("the day leads to its payout, the payout to the payment, and the payment back to the payout", async ({
  browser,
}) => {
  await setClock(new Date(`${found.day}T09:00:30+03:00`));
  const page = await open(browser, "/panel/payouts");
  await expect(calendarOf(page).getByText(/^You get TRY [\d,.]+ today\.$/)).toBeVisible();
  const entry = cellOf(page, found.day).getByRole("link").filter({ hasText: "In a payout" });
  found.payoutPath = (await entry.getAttribute("href")) ?? "";
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`${found.payoutPath}$`));
  await page.getByRole("link", { name: found.orderCode }).click();
  await expect(page).toHaveURL(new RegExp(`/panel/payments/${found.paymentCode}$`));
  const place = page.getByRole("region", { name: "Payout", exact: true }).locator("tbody").getByRole("row");
  await expect(place).toContainText(/In a payout.*The payout waits for approval/s);
  await place.getByRole("link", { name: /\d{4}$/ }).click();
  await expect(page).toHaveURL(new RegExp(`${found.payoutPath}$`));
});

test("the receipt and the notice name the bank's reference once it is paid, on paper and as PDF", async ({
  browser,
}) => {
  await setClock(new Date(`${found.day}T10:00:30+03:00`));
  const page = await open(browser, `/panel/payments/${found.paymentCode}`);
  await page.getByRole("link", { name: /^Open receipt: Capture/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transaction receipt");
  const sheet = page.getByRole("article");
  for (const text of [found.orderCode, found.paymentCode, found.netText, /^SANDBOX-/]) {
    await expect(sheet.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expectAccessible(page);
  const receipt = await download(page, "Download PDF");
  expect(receipt.name).toMatch(/^vezne-receipt-[a-z0-9-]+-\d{4}-\d{2}-\d{2}\.pdf$/);
  expect(receipt.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const text = readPdfText(receipt.bytes);
  for (const part of [found.orderCode, found.netText, "SANDBOX-", "neither an invoice nor a tax document"]) {
    expect(text).toContain(part);
  }
  await page.goto(`${found.payoutPath}/notice`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payout notice");
  await expectAccessible(page);
  const notice = await download(page, "Download PDF");
  expect(readPdfText(notice.bytes)).toContain(found.payoutPath.split("/").at(-1));
});

test("the settlements of the payout are numbers and dates in XLSX, and lines of Turkish Excel in CSV", async ({
  browser,
}) => {
  const page = await open(browser, found.payoutPath, { language: "tr" });
  const xlsx = await download(page, "Excel (XLSX) indir");
  expect(xlsx.name).toMatch(new RegExp(`^vezne-hakedis-[a-z0-9-]+-${found.day}\\.xlsx$`));
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(xlsx.bytes as unknown as ExcelJS.Buffer);
  const sheet = workbook.worksheets[0];
  const own: ExcelJS.CellValue[] = [];
  sheet?.eachRow((row) => {
    const values = row.values as ExcelJS.CellValue[];
    if (values.includes(found.paymentCode)) own.push(...values);
  });
  expect(own).toContain(amount / 100);
  expect(own).toContainEqual(new Date(`${found.day}T00:00:00.000Z`));
  const csv = await download(page, "CSV indir");
  const lines = csv.bytes.toString("utf8").split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFVade günü;Tür;/);
  expect(lines.find((line) => line.includes(found.paymentCode))).toMatch(
    new RegExp(`^${found.day};Tahsilat;.*;413,00;`),
  );
});

test("the calendar, the payment and its documents fit 390, 768 and 1440 px in Turkish", async ({ browser }) => {
  const page = await open(browser, "/panel/payouts", { language: "tr", width: 390 });
  for (const path of [null, `/panel/payments/${found.paymentCode}`, `${found.payoutPath}/notice`]) {
    if (path !== null) await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (path === null)
        await expect(calendarOf(page).getByText("Ödendi").filter({ visible: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      if (width !== 768) await expectAccessible(page);
    }
  }
});
