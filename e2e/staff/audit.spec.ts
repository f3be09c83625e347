import { readFileSync } from "node:fs";
import { expect, test } from "../support/browser";
import { newAccount } from "../support/colleague";
import { expectAccessible, expectNoSidewaysScroll } from "../support/panel";
import { callStaffProcedure } from "../support/procedure";
import { sandbox } from "../support/product";
import { openStaff } from "../support/staff";

test("an entry of the audit log is found by its record, its person and its time, shown in words, and exported", async ({
  browser,
}) => {
  const { partnerId } = await newAccount();
  const page = await openStaff(browser, "/staff/audit", { language: "tr" });
  const reason = `Şikâyet incelemesi ${crypto.randomUUID().slice(0, 8)}`;
  const hold = { partnerId, revision: 0, reason, holdReason: "risk_review" };
  expect(await callStaffProcedure(page, "partner.hold", hold)).toMatchObject({ code: null });

  await page.getByLabel("Kişi ya da kayıt ara").fill(partnerId);
  await page.getByRole("button", { name: "Ara", exact: true }).click();
  const rows = page.getByRole("table").first().getByRole("row");
  // The log of the staff and the merchant's own log, and the heads of the columns.
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: "Ödeme kabulünü durdurdu kaydını aç" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("row", { name: "Ödeme kabulü durduruldu Önce: Hayır Sonra: Evet" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Durdurma nedeni Önce: – Sonra: Risk incelemesi" })).toBeVisible();
  await expect(dialog).toContainText(reason);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Kapat" }).click();

  // Without a time range there is nothing to download.
  await expect(page.getByRole("link", { name: "CSV indir" })).toHaveCount(0);
  const today = new Date().toISOString().slice(0, 10);
  const address = new URL(`/staff/audit?q=staff%40vezne.test&from=${today}`, sandbox.apiUrl);
  await page.goto(address.href);
  await expect(rows.nth(1)).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV indir" }).click();
  const file = readFileSync(await (await downloading).path(), "utf8");
  expect(file.split("\n")[0]).toContain("İşlem");
  expect(file).toContain(reason);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  // The page of the merchant shows both logs, and nothing of others.
  await page.goto(new URL(`/staff/partners/${partnerId}/audit`, sandbox.apiUrl).href);
  await expect(page.getByRole("button", { name: "Ödeme kabulünü durdurdu kaydını aç" })).toHaveCount(2);
});

test("the chains of all logs are verified on demand", async ({ browser }) => {
  const page = await openStaff(browser, "/staff/audit");
  await page.getByRole("button", { name: "Verify now" }).click();
  await expect(page.getByText(/^The chain is intact: /)).toBeVisible();
});
