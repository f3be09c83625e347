import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { expectAccessible, expectNoSidewaysScroll } from "../support/panel";
import { openStaff } from "../support/staff";

/** Gives a document the state that is chosen in its dialog. */
async function approve(page: Page, document: string): Promise<void> {
  await page.getByRole("button", { name: `${document}: durumunu değiştir` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Durum").selectOption("approved");
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog).toBeHidden();
}

test("staff create a merchant, approve its documents, open its acceptance and give it an IBAN", async ({ browser }) => {
  const page = await openStaff(browser, "/staff/partners/new", { language: "tr" });
  const name = `Kuzey Kitabevi ${randomInt(1_000_000)}`;
  const email = `sahip-${randomInt(1_000_000)}@kuzey.test`;
  await page.getByLabel("Görünen ad").fill(name);
  await page.getByLabel("Ticari unvan").fill("Kuzey Kitap ve Kırtasiye Ltd. Şti.");
  await page.getByLabel("Vergi kimlik numarası").fill("1234567891");
  await page.getByLabel("Vergi dairesi").fill("Beşiktaş");
  await page.getByLabel("Mahalle, cadde, numara").fill("Ihlamur Cad. 7");
  await page.getByLabel("İlçe").fill("Beşiktaş");
  await page.getByLabel("İl", { exact: true }).fill("İstanbul");
  await page.getByLabel("İlk hesap sahibinin e-postası").fill(email);
  await page.getByLabel("Belgeler onaylanana kadar").check();
  await page.getByRole("button", { name: "Üye işyerini oluştur" }).click();
  await expect(page.getByLabel("Vergi kimlik numarası")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await page.getByLabel("Vergi kimlik numarası").fill("1234567890");
  await page.getByRole("button", { name: "Üye işyerini oluştur" }).click();
  await expect(page.getByLabel("Davet bağlantısı", { exact: true })).toHaveValue(/\/panel\/invitation#/);
  await page.getByRole("button", { name: "Tamam" }).click();

  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("5 belge eksik").or(page.getByText("6 belge eksik"))).toBeVisible();
  await page.getByRole("link", { name: "Belgelere git" }).click();
  await expect(page.getByRole("heading", { name: "Başvuru belgeleri" })).toBeVisible();
  const documents = [
    "Üye işyeri sözleşmesi",
    "Vergi levhası",
    "Ticaret sicil gazetesi",
    "İmza sirküleri veya beyannamesi",
    "İmza yetkililerinin kimliği",
    "IBAN yazısı",
  ];
  for (const document of documents) await approve(page, document);
  await page.getByRole("button", { name: "Ödeme kabulünü aç" }).click();
  await page.getByLabel("Gerekçe").fill("Belgeler tamam");
  await page.getByRole("button", { name: "Aç", exact: true }).click();
  await expect(page.getByText("Gerekli belgelerin hepsi onaylandı.", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Bilgiler", exact: true }).click();
  await page.getByRole("button", { name: "IBAN’ı değiştir" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("IBAN", { exact: true }).fill("TR33 0006 1005 1978 6457 8413 26");
  await dialog.getByLabel("Gerekçe").fill("Banka yazısı arşivde");
  await dialog.getByRole("button", { name: "IBAN’ı kaydet" }).click();
  await expect(page.getByText("TR33 **** **** **** **** **13 26")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("link", { name: "Ayarlar", exact: true }).click();
  await expect(page.getByText("250.000,00")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
