import { type Browser, expect, type Page } from "@playwright/test";
import type { Language } from "./panel";
import { sandbox } from "./product";
import type { User } from "./sandbox";

const words = {
  en: { email: "E-mail", password: "Password", enter: "Sign in" },
  tr: { email: "E-posta", password: "Parola", enter: "Giriş yap" },
};

export interface StaffOptions {
  readonly language?: Language;
  readonly width?: number;
  /** By default the first seeded admin. */
  readonly user?: Pick<User, "email" | "password">;
}

/** Finds one of the seeded people of staff by the e-mail address. */
export function findStaff(email: string): User {
  const user = sandbox.staff.find((one) => one.email === email);
  if (!user) throw new Error(`The sandbox has no person of staff with the address ${email}`);
  return user;
}

/** Signs in to the back office and opens the page at a path. */
export async function openStaff(
  browser: Browser,
  path: string,
  { language = "en", width = 1440, user = findStaff("staff@vezne.test") }: StaffOptions = {},
): Promise<Page> {
  const t = words[language];
  const locale = language === "tr" ? "tr-TR" : "en-GB";
  const context = await browser.newContext({ locale, viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(new URL(path, sandbox.apiUrl).href);
  await expect(page).toHaveURL(/\/staff\/sign-in\?next=/);
  await page.getByLabel(t.email, { exact: true }).fill(user.email);
  await page.getByLabel(t.password, { exact: true }).fill(user.password);
  await page.getByRole("button", { name: t.enter, exact: true }).click();
  await page.waitForURL((url) => url.pathname === path);
  return page;
}
