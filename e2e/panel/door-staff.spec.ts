import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, type Language } from "../support/panel";
import { sandbox } from "../support/product";

const words = {
  en: { email: "E-mail", password: "Password", enter: "Sign in" },
  tr: { email: "E-posta", password: "Parola", enter: "Giriş yap" },
};

async function signInAsStaff(page: Page, language: Language): Promise<void> {
  const [user] = sandbox.staff;
  const said = words[language];
  await page.goto(new URL("/staff/partners/prt_other", sandbox.apiUrl).href);
  await expect(page).toHaveURL(/\/staff\/sign-in\?next=/);
  await page.getByLabel(said.email, { exact: true }).fill(user?.email ?? "");
  await page.getByLabel(said.password, { exact: true }).fill(user?.password ?? "");
  await page.getByRole("button", { name: said.enter, exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/staff/partners/prt_other");
}

test("staff find a merchant by its user, and see its state and deliveries", async ({ browser }) => {
  const page = await (
    await browser.newContext({ locale: "en-GB", viewport: { width: 1440, height: 900 } })
  ).newPage();
  await signInAsStaff(page, "en");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Merchants" }).first().click();
  await page.getByLabel("Find a merchant").fill("owner@other.test");
  await page.getByRole("button", { name: "Find" }).click();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("prt_other");
  await expectAccessible(page);
  await rows.last().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Webhook deliveries" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
});

test("of an API key that is pasted only its beginning leaves the field", async ({ browser }) => {
  const page = await (
    await browser.newContext({ locale: "tr-TR", viewport: { width: 390, height: 800 } })
  ).newPage();
  await signInAsStaff(page, "tr");
  await page.getByRole("link", { name: "Üye işyerleri" }).first().click();
  const [key = ""] = sandbox.partners.other.apiKeys;
  await page.getByLabel("Üye işyeri ara").fill(key);
  await page.getByRole("button", { name: "Bul" }).click();
  await expect(page).toHaveURL(new RegExp(`q=${key.slice(0, 16)}$`));
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
});
