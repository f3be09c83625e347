import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "../support/browser";
import { openStaff } from "../support/staff";

/** The table that the sandbox was loaded with, so that an import of it with one more row changes nothing else. */
const table = readFileSync("prisma/seed/bins.csv", "utf8");
const header = table.slice(0, table.indexOf("\n"));

test("a BIN file is compared and imported; its row is overridden with a reason, and the override is removed", async ({
  browser,
  merchant,
}) => {
  const bin = `9900${randomInt(1_000, 10_000)}`;
  const bank = `Deneme Bankası ${bin}`;
  const row = `${bin},${bank},,credit,visa,0,,high,test,`;
  const page = await openStaff(browser, "/staff/bins/import", { language: "tr" });
  const file = page.getByLabel("CSV dosyası (UTF-8)");
  const compare = page.getByRole("button", { name: "Karşılaştır" });
  const choose = (text: string | Buffer) =>
    file.setInputFiles({ name: "bins.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

  await compare.click();
  await expect(file).toBeFocused();
  await expect(file).toHaveAccessibleDescription("Önce bir dosya seçin.");
  await choose(Buffer.from("bin,bank\n123456,Akbank \xdeubesi\n", "latin1"));
  await expect(file).toHaveAccessibleDescription(/UTF-8 olarak kaydedilmiş/);
  await choose(`${header}\n12345,Akbank,,gold,visa,0,,high,,\n`);
  await compare.click();
  const faults = page.getByRole("alert").filter({ hasText: "Dosyada bir hata var; aktarılamaz." });
  await expect(faults).toContainText("2. satır: BIN altı ile sekiz rakam olmalı; family sütunu şunlardan biri olmalı");
  await choose(`${header}\n${row}\n`.replaceAll(",", ";"));
  await compare.click();
  await expect(faults).toContainText("1. satır: başlıkta eksik sütunlar: bin, bank, brand");

  await choose(`\uFEFF${table.trimEnd()}\n${row}\n`);
  await compare.click();
  const added = page.getByRole("table", { name: "Eklenecek kayıtlar" });
  await expect(added).toContainText(bank);
  const confirm = page.getByRole("button", { name: "Aktar", exact: true });
  await confirm.click();
  await expect(page.getByLabel("Gerekçe")).toBeFocused();
  await page.getByLabel("Gerekçe").fill("Aylık tablo");
  await confirm.click();
  await expect(page.getByRole("alert").filter({ hasText: /^Aktarıldı: 1 eklendi/ })).toBeVisible();

  await page.getByRole("link", { name: "BIN tablosu" }).first().click();
  await page.getByRole("button", { name: "Düzeltme ekle" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("BIN", { exact: true }).fill("12345");
  await dialog.getByLabel("Gerekçe").fill("Banka bildirdi");
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog.getByLabel("BIN", { exact: true })).toBeFocused();
  await expect(dialog.getByLabel("BIN", { exact: true })).toHaveAccessibleDescription(/Altı ile sekiz rakam yazın/);
  await dialog.getByLabel("BIN", { exact: true }).fill(bin);
  await dialog.getByLabel("Kart türü").selectOption({ label: "Banka kartı" });
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog).toHaveCount(0);
  const override = page.getByRole("table", { name: "Elle yapılan düzeltmeler" }).getByRole("row", { name: bin });
  await expect(override).toContainText("Banka bildirdi");
  await expect
    .poll(async () => (await merchant.installmentOptions(bin)).json())
    .toMatchObject({ cardFamily: "debit", cardBank: null });

  await page.getByLabel("Kartın ilk haneleri").fill(bin);
  const found = page.getByRole("table", { name: "Bulunan kayıtlar" });
  await expect(found.getByRole("row", { name: /Geçerli/ })).toContainText("Düzeltme");
  await expect(found.getByRole("row", { name: /Kullanılmıyor/ })).toContainText(bank);
  await override.getByRole("button", { name: "Kaldır" }).click();
  await dialog.getByLabel("Gerekçe").fill("Artık gerekmiyor");
  await dialog.getByRole("button", { name: "Kaldır" }).click();
  await expect(override).toHaveCount(0);
  await expect.poll(async () => (await merchant.installmentOptions(bin)).json()).toMatchObject({ cardBank: bank });
});
