import { type Browser, expect, type Page } from "@playwright/test";
import { newPage, type PanelLook } from "./panel";
import { sandbox } from "./product";
import type { User } from "./sandbox";
import { openSession } from "./session";

const words = {
  en: { email: "E-mail", password: "Password", enter: "Sign in" },
  tr: { email: "E-posta", password: "Parola", enter: "Giriş yap" },
};

export interface StaffOptions extends PanelLook {
  /** By default the first seeded admin. */
  readonly user?: Pick<User, "email" | "password">;
}

/** Finds one of the seeded people of staff by the e-mail address. */
export function findStaff(email: string): User {
  const user = sandbox.staff.find((one) => one.email === email);
  if (!user) throw new Error(`The sandbox has no person of staff with the address ${email}`);
  return user;
}

/** Opens a page of the back-office in a new browser context with a session of the user. */
export async function openStaff(
  browser: Browser,
  path: string,
  { user = findStaff("staff@vezne.test"), ...look }: StaffOptions = {},
): Promise<Page> {
  const page = await newPage(browser, look, await openSession(user, "staff"));
  await page.goto(path);
  return page;
}

/**
 * Signs in by the form, which leads to the page at the path, in a new browser context: for tests that end their
 * session, or that are about sessions.
 */
export async function signInToStaff(
  browser: Browser,
  path: string,
  { user = findStaff("staff@vezne.test"), ...look }: StaffOptions = {},
): Promise<Page> {
  const t = words[look.language ?? "en"];
  const page = await newPage(browser, look);
  await page.goto(path);
  await expect(page).toHaveURL(/\/staff\/sign-in\?next=/);
  await page.getByLabel(t.email, { exact: true }).fill(user.email);
  await page.getByLabel(t.password, { exact: true }).fill(user.password);
  await page.getByRole("button", { name: t.enter, exact: true }).click();
  await page.waitForURL((url) => url.pathname === path);
  return page;
}
