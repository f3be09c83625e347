import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page } from "@playwright/test";
import { demo, sandbox } from "./product";
import type { User } from "./sandbox";

export type Language = "tr" | "en";

/** Returns the user with this role of the demo shop or of another account. */
export const findUser = (role: string, partner: { users: readonly User[] } = demo): User => {
  const user = partner.users.find((one) => one.role === role);
  if (!user) throw new Error(`The sandbox has no ${role}`);
  return user;
};

const words = {
  tr: { email: "E-posta", password: "Parola", enter: "Giriş yap" },
  en: { email: "E-mail", password: "Password", enter: "Sign in" },
};

/** Opens a new browser context in which the user has signed in to the panel. */
export async function openPanel(
  browser: Browser,
  user: User = findUser("owner"),
  { language = "en", width = 1440 }: { language?: Language; width?: number } = {},
): Promise<Page> {
  const context = await browser.newContext({
    locale: language === "tr" ? "tr-TR" : "en-GB",
    viewport: { width, height: 900 },
    baseURL: sandbox.apiUrl,
  });
  const page = await context.newPage();
  await page.goto("/panel/sign-in");
  await page.getByLabel(words[language].email, { exact: true }).fill(user.email);
  await page.getByLabel(words[language].password, { exact: true }).fill(user.password);
  await page.getByRole("button", { name: words[language].enter, exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/panel");
  return page;
}

/** Returns the cookie header of a browser's session, for requests outside a page. */
export async function readCookie(page: Page): Promise<string> {
  const cookies = await page.context().cookies(sandbox.apiUrl);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Expects no violation of axe's rules, in light and dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Expects that the page never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [inner, scroll] = await page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth]);
  expect(scroll).toBeLessThanOrEqual(inner ?? 0);
}
