import type { Browser, Page } from "@playwright/test";
import { chargeBack, endBankDay, giveBack, importDayFile } from "../support/bank-day";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { advance, calmBank } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel, type PanelLook } from "../support/panel";
import { amountLimited, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";
import { openStaff } from "../support/staff";

// A chargeback comes with the file of a bank's day, so these tests move the clock.
test.describe.configure({ mode: "serial" });

const refunder = new Refunder(new Merchant(sandbox.apiUrl, amountLimited));

/** What the first test makes for the others: a case that is contested, and one that is accepted. */
const contested = { paymentCode: "", orderCode: "", caseNumber: "", path: "" };
const accepted = { caseNumber: "" };

const open = (browser: Browser, path: string, look: PanelLook = {}, role = "finance"): Promise<Page> =>
  openPanel(browser, findUser(role, amountLimited), { path, ...look });

const goTo = (page: Page, path: string) => page.goto(new URL(path, sandbox.apiUrl).href);

const rowOf = (page: Page, caseNumber: string) =>
  page
    .getByRole("table")
    .locator("tbody")
    .getByRole("row")
    .filter({ has: page.getByText(caseNumber, { exact: true }) });

const timeline = (page: Page) => page.getByRole("region", { name: /^(Timeline|Olaylar)$/ });
const money = (page: Page) => page.getByRole("region", { name: /^(Where the money is|Para nerede)$/ });

test.beforeAll(async () => {
  await calmBank();
  // Noon of a new day, so that the movements of these tests are in the file of one day at every bank.
  await endBankDay();
});

test("a chargeback comes with the day's file, and the merchant writes a statement for the evidence", async ({
  browser,
}) => {
  contested.paymentCode = await refunder.captured(approvedCard, { amount: 41_300 });
  contested.orderCode = (await refunder.merchant.payment(contested.paymentCode)).partnerTxCode;
  contested.caseNumber = await chargeBack(contested.paymentCode, 30_000);
  accepted.caseNumber = await chargeBack(await refunder.captured(approvedCard, { amount: 20_000 }), 20_000);
  const day = await endBankDay();
  await importDayFile(await openStaff(browser, "/staff/alerts"), day);

  const page = await open(browser, `/panel/payments/${contested.paymentCode}`);
  await expect(page.getByText("There is a chargeback for this payment: TRY 300.00")).toBeVisible();
  await page.getByRole("link", { name: "Chargebacks" }).click();
  const row = rowOf(page, contested.caseNumber);
  await expect(row).toContainText(/Needs an answer.*Write your statement.*TRY 300\.00/s);
  await expect(row.getByRole("link", { name: contested.orderCode })).toBeVisible();
  await expectAccessible(page);
  await row.getByRole("link", { name: `Open chargeback ${contested.caseNumber}: TRY 300.00` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chargeback TRY 300.00");
  contested.path = new URL(page.url()).pathname;
  await expect(page.getByText(/^Answer by \d+ \w+ \d{4}$/)).toBeVisible();
  await expect(page.getByText("TRY 300.00 of TRY 413.00")).toBeVisible();
  await expect(money(page).getByRole("link", { name: /^Due on/ })).toHaveAttribute("href", /^\/panel\/payouts\/due\//);
  const evidence = page.getByRole("link", { name: "Download the evidence file" });
  const chargebackId = contested.path.split("/").at(-1);
  await expect(evidence).toHaveAttribute("href", `/panel/export/evidence.pdf?chargeback=${chargebackId}`);
  await page.getByRole("button", { name: "Save statement" }).click();
  await expect(page.getByRole("textbox", { name: "Statement" })).toBeFocused();
  await page.getByRole("textbox", { name: "Statement" }).fill("The parcel was delivered.\nTracking number TR-1234.");
  await page.getByRole("button", { name: "Save statement" }).click();
  await expect(page.getByText("Your statement is saved.")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Statement" })).toHaveValue(
    "The parcel was delivered.\nTracking number TR-1234.",
  );
  await expect(page.getByText("We have your statement and will send it to the bank")).toBeVisible();
});

test("the merchant accepts another chargeback in Turkish on a phone, and its form is gone", async ({ browser }) => {
  const page = await open(browser, "/panel/chargebacks?state=open", { language: "tr", width: 390 });
  await expect(rowOf(page, accepted.caseNumber)).toContainText(/Yanıt bekliyor/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: `${accepted.caseNumber} numaralı ters ibrazı aç: 200,00 TL` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ters ibraz 200,00 TL");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ters ibrazı kabul et" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("200,00 TL alıcıda kalır ve bankaya hiçbir kanıt gönderilmez.");
  await dialog.getByRole("button", { name: "Kabul et" }).click();
  await expect(page.getByText("Ters ibraz kabul edildi, para alıcıda kalır.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(timeline(page)).toContainText(findUser("finance", amountLimited).email);
});

test("a role without the permission neither finds chargebacks nor sees them at the payment", async ({ browser }) => {
  const page = await open(browser, contested.path, {}, "support");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Chargebacks" })).toHaveCount(0);
  await expect(page.getByText("TRY 300.00")).toHaveCount(0);
  await goTo(page, `/panel/payments/${contested.paymentCode}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("TRY 413.00");
  await expect(page.getByText("There is a chargeback for this payment")).toHaveCount(0);
});

test("staff read the statement and record that the evidence was sent, which leaves only the loss to record", async ({
  browser,
}) => {
  const chargebackId = contested.path.split("/").at(-1);
  const page = await openStaff(browser, "/staff/alerts");
  await expect(page.locator(`a[href="/staff/chargebacks/${chargebackId}"]`).first()).toBeVisible();
  await page.getByRole("link", { name: "Chargebacks" }).first().click();
  const row = rowOf(page, contested.caseNumber);
  await expect(row.locator(`a[href="/staff/partners/${amountLimited.partnerId}"]`)).toBeVisible();
  await expectAccessible(page);
  await row.locator(`a[href="/staff/payments/${contested.paymentCode}"]`).click();
  await expect(page.getByText(`Chargeback of TRY 300.00, case ${contested.caseNumber}`)).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: /^Charged back$/ })).toBeVisible();
  await page.getByRole("link", { name: "Open the chargeback" }).click();
  await expect(page.getByText("Tracking number TR-1234.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download the evidence file" })).toHaveAttribute(
    "href",
    `/staff/export/evidence.pdf?chargeback=${chargebackId}`,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Evidence was sent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Record as sent" }).click();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("Sent by the bank's portal");
  await dialog.getByRole("button", { name: "Record as sent" }).click();
  await expect(page.getByText("The evidence file is with the bank.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Lost", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Accepted", exact: true })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 900 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("the next file brings the money back, and the merchant sees that it won and the payout", async ({ browser }) => {
  await giveBack(contested.caseNumber);
  const day = await endBankDay();
  await importDayFile(await openStaff(browser, "/staff/chargebacks"), day);
  // A payout needs a positive sum.
  await refunder.captured(approvedCard, { amount: 50_000 });
  await advance(8 * 86_400);
  const page = await open(browser, contested.path);
  await expect(page.getByText("The bank decided in your favour and gave the money back.")).toBeVisible();
  await expect(page.getByText("Tracking number TR-1234.")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(timeline(page)).toContainText(/took TRY 300\.00 back.*was answered.*Vezne.*gave the money back/s);
  await expectAccessible(page);
  const returned = money(page).getByRole("row").filter({ hasText: "Returned" });
  await expect(returned).toContainText("TRY 300.00");
  await returned.getByRole("link", { name: "Open the payout" }).click();
  await expect(page).toHaveURL(/\/panel\/payouts\/[a-z]+_/);
  await expect(page.getByRole("table").first()).toContainText("Chargeback returned");
});

test("the chargebacks fit 390 and 1440 px in Turkish", async ({ browser }) => {
  const page = await open(browser, "/panel/chargebacks", { language: "tr", width: 390 });
  const expectFit = async () => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  };
  await expect(rowOf(page, contested.caseNumber)).toContainText("Kazanıldı");
  await expectFit();
  await goTo(page, contested.path);
  await expect(page.getByText("Banka sizin lehinize karar verdi")).toBeVisible();
  await expectFit();
});
