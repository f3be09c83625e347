import { type Browser, expect, type Page } from "@playwright/test";
import type { Language } from "./panel";
import { sandbox } from "./product";

const words = {
  en: { email: "E-mail", password: "Password", enter: "Sign in" },
  tr: { email: "E-posta", password: "Parola", enter: "Giriş yap" },
};

/** Signs in to the back office and opens the page at a path. */
export async function openStaff(
  browser: Browser,
  path: string,
  { language = "en", width = 1440 }: { language?: Language; width?: number } = {},
): Promise<Page> {
  const [user] = sandbox.staff;
  const t = words[language];
  const locale = language === "tr" ? "tr-TR" : "en-GB";
  const context = await browser.newContext({ locale, viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(new URL(path, sandbox.apiUrl).href);
  await expect(page).toHaveURL(/\/staff\/sign-in\?next=/);
  await page.getByLabel(t.email, { exact: true }).fill(user?.email ?? "");
  await page.getByLabel(t.password, { exact: true }).fill(user?.password ?? "");
  await page.getByRole("button", { name: t.enter, exact: true }).click();
  await page.waitForURL((url) => url.pathname === path);
  return page;
}
