import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import pg from "pg";
import { expect, test } from "../support/browser";
import { newColleague } from "../support/colleague";
import { expectAccessible, expectNoSidewaysScroll, signInToPanel } from "../support/panel";
import { holdProcedure } from "../support/procedure";
import { sandbox } from "../support/product";
import type { User } from "../support/sandbox";

const openSecurity = async (...[browser, user, look]: Parameters<typeof signInToPanel>): Promise<Page> => {
  const page = await signInToPanel(browser, user, look);
  await page.goto(`${sandbox.panelUrl}/security`);
  return page;
};

const computeCode = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

/** Makes the last password entry of a user look old. */
async function expirePasswordCheck({ email }: User): Promise<void> {
  const database = new pg.Client(sandbox.databaseUrl);
  await database.connect();
  await database.query(
    `update sign_in_session set confirmed_at = confirmed_at - interval '1 hour'
      where panel_user_id = (select id from panel_user where email = $1)`,
    [email],
  );
  await database.end();
}

test("a session that another browser has ended is signed out at its next click", async ({ browser }) => {
  const user = await newColleague();
  const [here, there] = [await openSecurity(browser, user), await signInToPanel(browser, user)];
  await here.reload();
  await expect(here.getByText("This session")).toBeVisible();
  await expectAccessible(here);
  await here.getByRole("button", { name: /^End the session: / }).click();
  await expect(here.getByText("The session has ended.")).toBeVisible();
  await expect(here.getByRole("button", { name: /^End the session: / })).toHaveCount(0);
  await there.getByRole("navigation").getByRole("link", { name: "My security" }).click();
  await there.waitForURL(/\/panel\/sign-in/);
});

test("ends all other sessions at once", async ({ browser }) => {
  const user = await newColleague();
  const others = [await signInToPanel(browser, user), await signInToPanel(browser, user)];
  const here = await openSecurity(browser, user);
  await here.getByRole("button", { name: "End the others" }).click();
  await expect(here.getByText("2 sessions have ended.")).toBeVisible();
  for (const page of others) {
    await page.goto(`${sandbox.panelUrl}/security`);
    await page.waitForURL(/\/panel\/sign-in/);
  }
});

test("refuses a common password and accepts a good one; the other sessions end, and only the new password works", async ({
  browser,
}) => {
  const user = await newColleague();
  const other = await signInToPanel(browser, user);
  const page = await openSecurity(browser, user);
  const next = page.getByLabel("New password", { exact: true });
  const change = async (present: string, wanted: string) => {
    await page.getByLabel("Present password", { exact: true }).fill(present);
    await next.fill(wanted);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change("not this one", "kahve ve simit sabahı");
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await change(user.password, "password1");
  await expect(page.getByText("This password is one of those that are tried first.")).toBeVisible();
  await expect(next).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  const emoji = "🌊".repeat(64);
  await change(user.password, emoji);
  await expect(page.getByText("Your password has changed; one other session has ended.")).toBeVisible();
  await expect(next).toHaveValue("");
  await other.reload();
  await other.waitForURL(/\/panel\/sign-in/);
  await signInToPanel(browser, { ...user, password: emoji });
});

test("an app is set up, its codes are renewed after the password and a code are given again, and it is switched off; in Turkish", async ({
  browser,
}) => {
  const user = await newColleague();
  const page = await openSecurity(browser, user, { language: "tr", width: 390 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Doğrulama uygulaması kur" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img")).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.locator("code").innerText()).replace(/\s/g, "");
  await dialog.getByLabel("Uygulamanın gösterdiği kod").fill("000000");
  await dialog.getByRole("button", { name: "Doğrula ve aç" }).click();
  await expect(dialog.getByText("Kod yanlış veya daha önce kullanıldı.")).toBeVisible();
  await dialog.getByLabel("Uygulamanın gösterdiği kod").fill(computeCode(secret, -1));
  await dialog.getByRole("button", { name: "Doğrula ve aç" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const first = await dialog.getByRole("listitem").allInnerTexts();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "İndir" }).click();
  expect((await saved).suggestedFilename()).toBe("vezne-kurtarma-kodlari.txt");
  await dialog.getByRole("button", { name: "Kodları sakladım" }).click();
  await expect(page.getByText("Açık", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);

  await expirePasswordCheck(user);
  await page.getByRole("button", { name: "Yeni kurtarma kodları al" }).click();
  await dialog.getByLabel("Parola", { exact: true }).fill("bu değil");
  await dialog.getByRole("button", { name: "Doğrula", exact: true }).click();
  await expect(dialog.getByText("Parola yanlış.")).toBeVisible();
  await dialog.getByLabel("Parola", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Doğrula", exact: true }).click();
  await expect(dialog.getByLabel("Doğrulama kodu")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel("Doğrulama kodu").fill(computeCode(secret));
  await dialog.getByRole("button", { name: "Doğrula", exact: true }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  expect(await dialog.getByRole("listitem").allInnerTexts()).not.toEqual(first);
  await dialog.getByRole("button", { name: "Kodları sakladım" }).click();

  await page.getByRole("button", { name: "Kapat", exact: true }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "İki adımlı doğrulamayı kapat" }).click();
  await expect(page.getByText("Kapalı", { exact: true })).toBeVisible();
  await signInToPanel(browser, user);
});

test("shows the recovery codes even if the dialog is closed while the code is being checked", async ({ browser }) => {
  const page = await openSecurity(browser, await newColleague());
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  const secret = (await dialog.locator("code").innerText()).replace(/\s/g, "");
  const release = await holdProcedure(page, /finishSecondFactor/);
  await dialog.getByLabel("Code that the app shows").fill(computeCode(secret));
  await dialog.getByRole("button", { name: "Confirm and switch on" }).click();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await page.keyboard.press("Escape");
  release();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("On", { exact: true })).toBeVisible();
});
