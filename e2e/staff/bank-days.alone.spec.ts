import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { advance, calmBank, changeBank, control, now, setClock } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectNoSidewaysScroll } from "../support/panel";
import { demo, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";
import { findStaff, openStaff } from "../support/staff";

// A bank's file is about a day that has ended, so these tests move the clock.
test.describe.configure({ mode: "serial" });
test.beforeAll(() => calmBank());

const refunder = new Refunder(new Merchant(sandbox.apiUrl, demo));
const dayMs = 86_400_000;

/** The day of these tests, `YYYY-MM-DD`, and its file with four planted errors. */
let day = "";
let wrongFile = "";

const goTo = (page: Page, path: string) => page.goto(new URL(path, sandbox.apiUrl).href);

async function readFileOfDay(query = ""): Promise<string> {
  const answer = await control("GET", `/sandbox/bank/day-file?date=${day}${query}`);
  expect(answer.status).toBe(200);
  return answer.text;
}

/** Reads the file without the planted errors, which only the file of all protocols together has. */
async function readRightFile(): Promise<string> {
  const protocols = ["nestpay", "garanti", "posnet", "payfor"];
  const files = await Promise.all(protocols.map((protocol) => readFileOfDay(`&protocol=${protocol}`)));
  return files.map((file, n) => (n === 0 ? file : file.slice(file.indexOf("\n") + 1))).join("");
}

/** Chooses a file and sends the form. */
async function send(page: Page, text: string, button = "Import and compare"): Promise<void> {
  const file = { name: "gun-sonu.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole("button", { name: button }).click();
}

const cards = (page: Page, name = "Differences") => page.getByRole("list", { name }).locator(":scope > li");

/** Opens the page of the tests' day from the board. */
async function openDay(browser: Browser, options: NonNullable<Parameters<typeof openStaff>[2]>): Promise<Page> {
  const page = await openStaff(browser, "/staff/bank-days", options);
  const name =
    options.language === "tr" ? "Gün sonu dosyaları, en yeni gün önce" : "Day-end files, the latest day first";
  await page
    .getByRole("table", { name })
    .getByRole("row")
    .filter({ hasText: shownDay(options.language) })
    .first()
    .click();
  await page.waitForURL(/\/staff\/bank-days\/bdy_/);
  return page;
}

const shownDay = (language = "en"): string =>
  new Intl.DateTimeFormat(language === "tr" ? "tr-TR" : "en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(new Date(`${day}T12:00:00+03:00`));

test("a day without a file is named, its file is imported, and each difference says what it asks for", async ({
  browser,
}) => {
  const noon = new Date(`${new Date((await now()).getTime() + 2 * dayMs).toISOString().slice(0, 10)}T12:00:00+03:00`);
  await setClock(noon);
  day = noon.toISOString().slice(0, 10);
  for (const amount of [10_000, 20_000, 30_000, 40_000]) await refunder.captured(approvedCard, { amount });
  await advance(dayMs / 1_000);
  await changeBank({ dayFileErrors: 4 });
  wrongFile = await readFileOfDay();

  const page = await openStaff(browser, "/staff/bank-days");
  await expect(page.getByText(`${shownDay()}: 4 movements, no file`)).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole("link", { name: `Import a file: ${shownDay()}` }).click();
  await expect(page.getByLabel("Day", { exact: true })).toHaveValue(day);
  await page.getByRole("button", { name: "Import and compare" }).click();
  await expect(page.getByLabel("File", { exact: true })).toBeFocused();
  await expect(page.getByText("Choose a file that is not empty.")).toBeVisible();
  await expectNoViolation(page);

  await send(page, wrongFile.replace(/;\d+,\d\d;/, ";1,2,3;"));
  await expect(page.getByText("The file has one fault, and nothing was imported")).toBeVisible();
  await expect(page.getByText(/^Line 2: The amount cannot be read: “1,2,3”/)).toBeVisible();
  await page.getByLabel("Layout").selectOption({ label: "Statement of orders" });
  await send(page, wrongFile);
  await expect(page.getByText(/Columns are missing: kind, orderId/)).toBeVisible();
  await page.getByLabel("Layout").selectOption({ label: "Simulated banks" });
  await send(page, wrongFile);
  await page.waitForURL(/\/staff\/bank-days\/bdy_/);

  await expect(page.getByRole("heading", { level: 1, name: `${shownDay()} · All banks` })).toBeVisible();
  await expect(page.getByText("4 open, since today")).toBeVisible();
  await expect(cards(page)).toHaveCount(4);
  const card = (kind: string) => cards(page).filter({ has: page.getByRole("heading", { name: kind }) });
  await expect(card("Only in the books")).toContainText(`npm run admin -- reconcile ${day} trm_`);
  await expect(card("Different amount").getByRole("row", { name: /Amount/ })).toContainText("+TRY 1.00");
  await expect(card("Different commission")).toContainText("Claim TRY 0.07 from the bank.");
  await expect(card("Different commission").getByRole("row", { name: /Commission/ })).toContainText("+TRY 0.07");
  await expect(card("Twice at the bank")).toContainText("ask the bank for a corrected file");
  await expectNoViolation(page);

  await page.getByRole("button", { name: "Different commission (1)" }).click();
  await expect(cards(page)).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the claims (CSV)" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`bank-claims-${day}.csv`);
  expect(await readFile(await saved.path(), "utf8")).toMatch(/,Different commission,.*,0\.07\r\n$/);
});

test("a difference is explained once, and a corrected file closes the day", async ({ browser }) => {
  const page = await openStaff(browser, "/staff/bank-days");
  const open = page.getByRole("table", { name: "The open differences of all days, the oldest first" });
  await open.getByRole("link", { name: "Different commission" }).last().press("Enter");
  await page.waitForURL(/\/staff\/bank-days\/bdy_\w+#bdf_/);
  const dialog = page.getByRole("dialog");
  const card = cards(page).filter({ has: page.getByRole("heading", { name: "Different commission" }) });
  await expect(card).toBeFocused();
  await card.getByRole("button", { name: "Explain" }).press("Enter");
  await dialog.getByRole("button", { name: "Explain and close" }).click();
  await expect(dialog.getByLabel("Explanation")).toBeFocused();
  await dialog.getByLabel("Explanation").fill("The bank repays it with the file of tomorrow");
  await expectNoViolation(page);
  await dialog.getByRole("button", { name: "Explain and close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(card).toContainText("The bank repays it with the file of tomorrow");
  await expect(card).toContainText("staff@vezne.test");
  await expect(card.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("3 open, since today")).toBeVisible();

  await goTo(page, "/staff/open");
  await expect(page.getByText("Bank reconciliation has 3 open differences; the oldest was found today.")).toBeVisible();
  await page.getByRole("link", { name: "Open the bank reconciliation" }).click();
  await expect(open.locator("tbody").getByRole("row")).toHaveCount(3);
  await open.locator("tbody").getByRole("row").first().getByRole("link").first().click();
  await page.waitForURL(/\/staff\/bank-days\/bdy_/);

  await page.getByRole("button", { name: "Compare again" }).click();
  await expect(page.getByText("Compared: 3 differences are open.")).toBeVisible();
  await page.getByRole("link", { name: "Import a corrected file" }).click();
  await expect(page.getByLabel("Day", { exact: true })).toHaveValue(day);
  await send(page, wrongFile);
  await expect(page.getByText("This file was imported before")).toBeVisible();
  await send(page, await readRightFile());
  await page.waitForURL(/\/staff\/bank-days\/bdy_/);
  await expect(page.getByText("Closed with 1 explanation")).toBeVisible();
  await expect(page.getByText(/file 2 of the day/)).toBeVisible();
  await expect(page.getByText("Gone at a later comparison")).toHaveCount(3);
});

test("people who may only read see no buttons, in Turkish on a phone", async ({ browser }) => {
  const page = await openDay(browser, { language: "tr", width: 390, user: findStaff("auditor@vezne.test") });
  await expect(page.getByText("1 açıklamayla kapandı")).toBeVisible();
  await expect(cards(page, "Farklar")).toHaveCount(4);
  await expect(page.getByRole("button", { name: /Açıkla|karşılaştır/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Düzeltilmiş dosya yükle" })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page);
  await goTo(page, "/staff/bank-days");
  await expect(page.getByText("Açık fark yok.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Dosya yükle" })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page);
  await goTo(page, "/staff/bank-days/import");
  await expect(page.getByLabel("Dosya düzeni")).toHaveCount(0);
});
