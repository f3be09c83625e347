import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { advance, calmBank, changePartner } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectNoSidewaysScroll } from "../support/panel";
import { callStaffProcedure } from "../support/procedure";
import { linksDisabled, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";
import { findStaff, openStaff } from "../support/staff";

// Payouts are prepared when business days pass, so these tests move the clock.
test.describe.configure({ mode: "serial" });
test.beforeAll(() => calmBank());

const refunder = new Refunder(new Merchant(sandbox.apiUrl, linksDisabled));
const { partnerId } = linksDisabled;
const iban = "TR330006100519786457841326";
const shownIban = /TR33[ *]+.*26/;

const goTo = (page: Page, path: string) => page.goto(new URL(path, sandbox.apiUrl).href);

/** Opens the prepared payouts of the account of these tests. */
const openPrepared = (page: Page) => goTo(page, `/staff/payouts?status=prepared&partner=${partnerId}`);

/**
 * Pays a payment of an account whose payouts are left to the back-office, and lets it be collected. The clock moves
 * before anybody signs in, because it ends sessions.
 */
async function prepare(browser: Browser, path: string): Promise<Page> {
  await changePartner(partnerId, { autoPayout: false });
  await refunder.captured(approvedCard, { amount: 40_000 });
  await advance(8 * 86_400);
  const page = await openStaff(browser, path);
  const profile = await callStaffProcedure(page, "partner.profile", { partnerId }, "GET");
  const { revision, ibanMasked } = profile.data as { revision: number; ibanMasked: string | null };
  if (ibanMasked === null) {
    const entered = { partnerId, revision, iban, reason: "A letter of the bank is in the archive" };
    expect(await callStaffProcedure(page, "partner.setIban", entered)).toMatchObject({ code: null });
  }
  return page;
}

/** Approves a proposal as another person. */
async function approveAs(page: Page, address: string): Promise<void> {
  await goTo(page, address);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();
}

/** Fills the dialog of a proposal in. @returns the address of the proposal */
async function sendProposal(dialog: Locator): Promise<string> {
  await dialog.getByRole("button", { name: "Propose" }).click();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("Payouts of the day");
  await dialog.getByRole("button", { name: "Propose" }).click();
  const link = dialog.getByRole("link", { name: "Open the proposal" });
  await expect(link).toHaveAttribute("href", /^\/staff\/approvals\/chg_/);
  return (await link.getAttribute("href")) ?? "";
}

const fileRows = (page: Page) =>
  page.getByRole("table", { name: "Bulk transfer files" }).locator("tbody").getByRole("row");

test("payouts are ticked and proposed, approved by a second person, put into a file, and sent to the bank", async ({
  browser,
}) => {
  const page = await prepare(browser, "/staff/payouts");
  await openPrepared(page);
  const bar = page.getByRole("region", { name: "Selection of payouts" });
  const all = bar.getByRole("checkbox", { name: "Select all prepared payouts on this page" });
  await all.focus();
  await page.keyboard.press("Space");
  await expect(bar.getByRole("status")).toHaveText(/^\d+ payouts? selected, TRY [\d,.]+ in total$/);
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(all).toBeFocused();
  await page
    .getByRole("checkbox", { name: /^Select: / })
    .first()
    .check();
  await expect(bar.getByRole("status")).toContainText("1 payout selected");
  await all.check();
  await expectNoViolation(page);
  await bar.getByRole("button", { name: "Propose payment" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Nothing goes to the bank until a second person approves it");
  const proposal = await sendProposal(dialog);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("table").getByText("Awaiting approval").first()).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);

  const second = await openStaff(browser, "/staff/approvals", { user: findStaff("second@vezne.test") });
  await approveAs(second, proposal);
  await expect(second.getByRole("heading", { level: 1, name: "Payouts" })).toBeVisible();
  await expect(second.getByRole("table")).toContainText("Number of payouts");

  await page.getByRole("link", { name: "Bank files" }).click();
  await page.getByRole("button", { name: "Create file" }).click();
  await dialog.getByLabel("File format").selectOption({ label: "Fixed width (example)" });
  await expect(dialog).toContainText("Example layout: it is changed to match your bank’s table.");
  await dialog.getByLabel("File format").selectOption({ label: "CSV" });
  await dialog.getByRole("button", { name: "Create file" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /^File created with \d+ payouts?\.$/ })).toBeVisible();
  const file = fileRows(page).first();
  const download = page.waitForEvent("download");
  await file.getByRole("button", { name: /^Download/ }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await saved.path(), "utf8");
  expect(text).toMatch(/^Sira;Alici;IBAN;Tutar;/);
  expect(text).toContain(iban);
  await page.getByRole("button", { name: "Create file" }).click();
  await dialog.getByRole("button", { name: "Create file" }).click();
  await expect(dialog.getByText("Nothing to put into a file")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await file.getByRole("button", { name: /^Mark as sent/ }).click();
  await expect(dialog).toContainText(/The file has \d+ payouts?, TRY [\d,.]+ in total/);
  await dialog.getByRole("button", { name: "Mark as sent to the bank" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(file).toContainText("Sent to the bank");
  await expect(file.getByRole("button", { name: /^Mark as sent/ })).toHaveCount(0);
  await expectNoViolation(page);
});

test("a payout that failed is issued again, and the new one is paid with the bank's reference", async ({ browser }) => {
  const page = await openStaff(browser, "/staff/payouts");
  await goTo(page, `/staff/payouts?status=sent&partner=${partnerId}`);
  await page.getByRole("table").getByRole("link", { name: /TRY/ }).first().click();
  await page.waitForURL(/\/staff\/payouts\/pob_/);
  const failed = page.url();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Failed" }).click();
  await dialog.getByLabel("Reason for failure").selectOption({ label: "The bank returned the money" });
  await dialog.getByRole("button", { name: "Record as failed" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("The bank returned the money")).toBeVisible();
  await expect(page.getByText(/^Proposed by staff@vezne\.test, approved by second@vezne\.test\./)).toBeVisible();

  await page.getByRole("button", { name: "Issue again" }).click();
  await dialog.getByRole("button", { name: "Issue again" }).click();
  await page.waitForURL((url) => url.href !== failed && /\/staff\/payouts\/pob_/.test(url.href));
  const chain = page.getByRole("region", { name: "Payouts issued again" });
  await expect(chain.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByText(shownIban)).toBeVisible();
  await page.getByRole("button", { name: "Propose payment" }).click();
  const proposed = { payoutIds: [page.url().split("/").at(-1)], reason: "Proposed on another screen" };
  const { changeId } = (await callStaffProcedure(page, "payout.propose", proposed)).data as { changeId: string };
  await dialog.getByLabel("Reason").fill("Payouts of the day");
  await dialog.getByRole("button", { name: "Propose" }).click();
  await expect(dialog.getByRole("alert")).toContainText("already in a proposal that waits for approval");
  const waiting = dialog.getByRole("link", { name: `Open the waiting proposal (${changeId})` });
  await expect(waiting).toHaveAttribute("href", `/staff/approvals/${changeId}`);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Propose payment" })).toHaveCount(0);
  await expect(page.getByText("This payout waits for approval")).toBeVisible();
  const second = await openStaff(browser, "/staff/approvals", { user: findStaff("second@vezne.test") });
  await approveAs(second, `/staff/approvals/${changeId}`);
  const made = await callStaffProcedure(page, "payout.createFile", { format: "csv" });
  const { fileId } = made.data as { fileId: string };
  expect(await callStaffProcedure(page, "payout.sendFile", { fileId })).toMatchObject({ code: null });

  await page.reload();
  await page.getByRole("button", { name: "Paid out" }).click();
  await dialog.getByRole("button", { name: "Record as paid out" }).click();
  await expect(dialog.getByLabel("Bank reference")).toBeFocused();
  await dialog.getByLabel("Bank reference").fill("EFT-2026-0042");
  await dialog.getByRole("button", { name: "Record as paid out" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("EFT-2026-0042")).toBeVisible();
  await expect(page.getByRole("button", { name: "Issue again" })).toHaveCount(0);
  await expectNoViolation(page);
  await goTo(page, failed);
  await expect(chain.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Issue again" })).toHaveCount(0);
});

test("held payouts cannot be proposed until they are released; a prepared one is withdrawn with a reason, on a phone", async ({
  browser,
}) => {
  const opened = await prepare(browser, "/staff/payouts");
  await openPrepared(opened);
  const path = (await opened.getByRole("table").getByRole("link", { name: /TRY/ }).first().getAttribute("href")) ?? "";
  const page = await openStaff(browser, "/staff/payouts", { language: "tr", width: 390 });
  await goTo(page, path);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Ödemeleri durdur" }).click();
  await dialog.getByLabel("Gerekçe").fill("Belgeler inceleniyor");
  await dialog.getByRole("button", { name: "Durdur", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Bu hesabın hak ediş ödemeleri durduruldu")).toBeVisible();
  await expect(page.getByText("Belgeler inceleniyor")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ödemeyi öner" })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page);
  await openPrepared(page);
  await expect(page.getByRole("table").getByText("Durduruldu").first()).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await goTo(page, path);
  await page.getByRole("button", { name: "Ödemeleri yeniden başlat" }).click();
  await dialog.getByLabel("Gerekçe").fill("Belgeler tamamlandı");
  await dialog.getByRole("button", { name: "Yeniden başlat", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Ödemeyi öner" })).toBeVisible();

  await page.getByRole("button", { name: "En az tutarı değiştir" }).click();
  await dialog.getByLabel("En az ödeme tutarı").fill("0");
  await dialog.getByLabel("Gerekçe").fill("Üye işyeri istedi");
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog.getByLabel("En az ödeme tutarı")).toHaveAccessibleDescription(/0,01 TL ile 1\.000\.000,00 TL/);
  await dialog.getByLabel("En az ödeme tutarı").fill("25,00");
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("25,00 TL", { exact: true })).toBeVisible();

  const reader = await openStaff(browser, "/staff/payouts", { user: findStaff("auditor@vezne.test") });
  await goTo(reader, path);
  await expect(reader.getByRole("button", { name: "Copy id" })).toBeVisible();
  await expect(reader.getByRole("button", { name: /Propose|Withdraw|hold|smallest/ })).toHaveCount(0);
  await openPrepared(reader);
  await expect(reader.getByRole("table").getByRole("link", { name: /TRY/ }).first()).toBeVisible();
  await expect(reader.getByRole("checkbox")).toHaveCount(0);

  await page.getByRole("button", { name: "Geri çek" }).click();
  await dialog.getByLabel("Gerekçe").fill("Tutar yanlış");
  await dialog.getByRole("button", { name: "Geri çek" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("Geri çekildi").first()).toBeVisible();
});
