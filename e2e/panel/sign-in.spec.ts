import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expect, test } from "../support/browser";
import { newColleague } from "../support/colleague";
import { expectAccessible, expectNoSidewaysScroll, readCookie, signInToPanel } from "../support/panel";
import { sandbox } from "../support/product";
import type { User } from "../support/sandbox";

const door = `${sandbox.panelUrl}/sign-in`;

const fill = async (page: Page, { email, password }: Pick<User, "email" | "password">) => {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

const inside = (page: Page) => page.waitForURL((url) => url.pathname === "/panel");

/** Returns the status of a procedure call with these cookies. */
const statusWith = async (page: Page, cookie: string): Promise<number> => {
  const answer = await page.request.fetch(`${sandbox.apiUrl}/api/trpc/self.get`, { headers: { cookie } });
  return answer.status();
};

/** Sets up the authenticator app for the signed-in user; returns its secret and the recovery codes. */
async function switchOnApp(page: Page) {
  await page.goto(`${sandbox.panelUrl}/security`);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = (await dialog.locator("code").innerText()).replace(/\s/g, "");
  await dialog.getByLabel("Code that the app shows").fill(computeCode(secret, -1));
  await dialog.getByRole("button", { name: "Confirm and switch on" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const recoveryCodes = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(dialog).toBeHidden();
  return { secret, recoveryCodes };
}

/** Computes the code that the app shows `steps` intervals of 30 s from now. */
const computeCode = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

test.use({ locale: "en-GB" });

test("refuses a wrong password and an unknown address with the same text, and keeps the typed address", async ({
  page,
}) => {
  const user = await newColleague();
  await page.goto(door);
  for (const email of [user.email, "nobody@e2e.test"]) {
    await fill(page, { email, password: "not this one" });
    await expect(page.getByText("The e-mail address or the password is wrong.")).toBeVisible();
    await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  }
  await expectAccessible(page);
  await fill(page, user);
  await inside(page);
});

test("signs in after a wrong password on a phone in Turkish", async ({ browser }) => {
  const user = await newColleague();
  const context = await browser.newContext({ locale: "tr-TR", viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(door);
  await expect(page.getByRole("heading", { name: "Üye işyeri paneli" })).toBeVisible();
  await page.getByLabel("E-posta", { exact: true }).fill(user.email);
  await page.getByLabel("Parola", { exact: true }).fill("bu değil");
  await page.getByRole("button", { name: "Giriş yap" }).click();
  await expect(page.getByText("E-posta veya parola yanlış.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Parola: Göster" }).click();
  await expect(page.getByLabel("Parola", { exact: true })).toHaveAttribute("type", "text");
  await page.getByLabel("Parola", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Giriş yap" }).click();
  await inside(page);
  await context.close();
});

test("signs in with the keyboard alone and opens the requested page", async ({ page }) => {
  const user = await newColleague();
  await page.goto(`${sandbox.panelUrl}/security`);
  await expect(page).toHaveURL(/\/panel\/sign-in\?next=%2Fpanel%2Fsecurity$/);
  await page.getByLabel("E-mail", { exact: true }).focus();
  await page.keyboard.type(user.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(user.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/panel/security");
});

test("never redirects to another site after signing in", async ({ page }) => {
  await page.goto(`${door}?next=${encodeURIComponent("https://evil.example/panel/security")}`);
  await fill(page, await newColleague());
  await inside(page);
});

test("the session cookie belongs to the host, is hidden from scripts, and is invalid after signing out", async ({
  browser,
}) => {
  const page = await signInToPanel(browser, await newColleague());
  const session = (await page.context().cookies()).find(({ name }) => name === "__Host-vezne-panel");
  expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: "Lax", path: "/" });
  const cookie = await readCookie(page);
  expect(await statusWith(page, cookie)).toBe(200);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/panel\/sign-in/);
  expect(await statusWith(page, cookie)).toBe(401);
});

test("signing in again creates a new session and ends the former one", async ({ browser }) => {
  const user = await newColleague();
  const page = await signInToPanel(browser, user);
  const former = await readCookie(page);
  const answer = await page.evaluate(async ({ email, password }) => {
    const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
    const body = new URLSearchParams({ email, password, csrfToken, json: "true" });
    return (await fetch("/api/auth/callback/credentials", { method: "POST", body })).status;
  }, user);
  expect(answer).toBe(200);
  expect(await readCookie(page)).not.toBe(former);
  expect(await statusWith(page, former)).toBe(401);
  expect(await statusWith(page, await readCookie(page))).toBe(200);
});

test("with an app the same page asks for the code, refuses a wrong one and accepts the right one", async ({
  browser,
  page,
}) => {
  const user = await newColleague();
  const first = await signInToPanel(browser, user);
  const { secret, recoveryCodes } = await switchOnApp(first);

  await page.goto(door);
  await fill(page, user);
  const code = page.getByLabel("One-time code");
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  await expectAccessible(page);
  await code.fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("The code is wrong, or it has been used.")).toBeVisible();
  await code.fill(computeCode(secret));
  await page.getByRole("button", { name: "Confirm" }).click();
  await inside(page);

  const second = await (await browser.newContext({ locale: "en-GB" })).newPage();
  const recover = async (recoveryCode: string) => {
    await second.goto(door);
    await fill(second, user);
    await second.getByRole("button", { name: /use a recovery code$/ }).click();
    await expect(second.getByLabel("Recovery code")).toBeFocused();
    await second.keyboard.type(recoveryCode.toUpperCase());
    await second.keyboard.press("Enter");
  };
  await recover(recoveryCodes[0] ?? "");
  await inside(second);
  await second.getByRole("button", { name: "Sign out" }).click();
  await second.waitForURL(/\/panel\/sign-in/);
  await recover(recoveryCodes[0] ?? "");
  await expect(second.getByText("The code is wrong, or it has been used.")).toBeVisible();
  await second.getByRole("button", { name: "Sign in with another account" }).click();
  await expect(second.getByLabel("Password", { exact: true })).toHaveValue("");
  await second.context().close();
});
