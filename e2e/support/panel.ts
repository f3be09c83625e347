import { type Browser, expect, type Page } from "@playwright/test";
import { expectNoViolation } from "./axe";
import { takeContext } from "./contexts";
import { demo, sandbox } from "./product";
import type { User } from "./sandbox";
import { openSession, type Session } from "./session";

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

export interface PanelLook {
  readonly language?: Language | undefined;
  /** The width of the window in pixels. */
  readonly width?: number | undefined;
}

/** Opens a page of the panel, by default the first one, in a new browser context with a session of the user. */
export async function openPanel(
  browser: Browser,
  user: User = findUser("owner"),
  { path = "/panel", language, width }: PanelLook & { readonly path?: string } = {},
): Promise<Page> {
  const page = await newPanelPage(browser, user, { language, width });
  await page.goto(path);
  return page;
}

/** Opens an empty page in a new browser context with a session of the user, for tests that watch the first requests. */
export async function newPanelPage(browser: Browser, user: User, look: PanelLook = {}): Promise<Page> {
  return newPage(browser, look, await openSession(user));
}

/** Signs in by the form, in a new browser context: for tests that end their session, or that are about sessions. */
export async function signInToPanel(browser: Browser, user: User, look: PanelLook = {}): Promise<Page> {
  const { email, password, enter } = words[look.language ?? "en"];
  const page = await newPage(browser, look);
  await page.goto("/panel/sign-in");
  await page.getByLabel(email, { exact: true }).fill(user.email);
  await page.getByLabel(password, { exact: true }).fill(user.password);
  await page.getByRole("button", { name: enter, exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/panel");
  return page;
}

/** Opens an empty page in a new browser context, with the session if there is one. */
export async function newPage(
  browser: Browser,
  { language = "en", width = 1440 }: PanelLook,
  storageState?: Session,
): Promise<Page> {
  const context = await takeContext(browser, language === "tr" ? "tr-TR" : "en-GB");
  if (storageState) await context.addCookies(storageState.cookies);
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  return page;
}

/** Returns the cookie header of a browser's session, for requests outside a page. */
export async function readCookie(page: Page): Promise<string> {
  const cookies = await page.context().cookies(sandbox.apiUrl);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Expects that the page has its data, and no violation of axe's rules in light and dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator(".animate-pulse"), "placeholders of data").toHaveCount(0);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolation(page);
  await page.emulateMedia({ colorScheme: "dark" });
  // Dark mode differs by the values of the colour tokens only (`tokens.css`), so the result of every other rule is the
  // same in both modes.
  await expectNoViolation(page, "colours");
  await page.emulateMedia({ colorScheme: "light" });
}

/** Expects that the page never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [inner, scroll] = await page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth]);
  expect(scroll).toBeLessThanOrEqual(inner ?? 0);
}
