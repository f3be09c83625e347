import { expect, test } from "../support/browser";
import { newColleague } from "../support/colleague";
import { readMail } from "../support/mail";
import { expectAccessible, expectNoSidewaysScroll } from "../support/panel";
import { sandbox } from "../support/product";

test.use({ locale: "tr-TR" });

test("a merchant who forgot the password sets a new one by the mailed link, and signs in with it", async ({ page }) => {
  const user = await newColleague();
  const password = "uzun bir sahil yürüyüşü";
  await page.goto(`${sandbox.panelUrl}/sign-in`);
  await page.getByRole("link", { name: "Parolamı unuttum" }).click();
  await expect(page.getByRole("heading", { name: "Parolamı unuttum" })).toBeVisible();
  await page.getByLabel("E-posta", { exact: true }).fill(user.email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Link gönder" }).click();
  await expect(page.getByText("Bu adresle giriş yapan bir kullanıcı varsa linki gönderdik.")).toBeVisible();

  const mail = await readMail(user.email, "Yeni parola belirleme linkiniz");
  const url = /https?:\S+#\S+/.exec(mail.text)?.[0] ?? "";
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(url);
  await expect(page.getByText(user.email)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Yeni parola", { exact: true }).fill("parola123");
  await page.getByRole("button", { name: "Parolayı kaydet" }).click();
  await expect(page.getByLabel("Yeni parola", { exact: true })).toBeFocused();
  await page.getByLabel("Yeni parola", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Parolayı kaydet" }).click();
  await page.getByRole("link", { name: "Giriş yap" }).click();
  await expect(page.getByRole("heading", { name: "Üye işyeri paneli" })).toBeVisible();
  await page.getByLabel("E-posta", { exact: true }).fill(user.email);
  await page.getByLabel("Parola", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Giriş yap", exact: true }).click();
  await page.waitForURL((address) => address.pathname === "/panel");
  expect((await readMail(user.email, "Parolanız değişti")).html).not.toContain(password);

  await page.goto("about:blank");
  await page.goto(url);
  await expect(page.getByText("Bu link artık geçerli değil")).toBeVisible();
});
