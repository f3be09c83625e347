import type { Page } from "@playwright/test";
import pg from "pg";
import { expect, test } from "../support/browser";
import { newColleague } from "../support/colleague";
import { expectAccessible, expectNoSidewaysScroll } from "../support/panel";
import { sandbox } from "../support/product";
import type { User } from "../support/sandbox";

test.use({ locale: "en-GB" });

/** Makes the last confirmation of a user's identity look old. */
async function expireConfirmation({ email }: User): Promise<void> {
  const database = new pg.Client(sandbox.databaseUrl);
  await database.connect();
  await database.query(
    `update sign_in_session set confirmed_at = confirmed_at - interval '1 hour'
      where panel_user_id = (select id from panel_user where email = $1)`,
    [email],
  );
  await database.end();
}

/** Gives the browser an authenticator that verifies its user and confirms by itself. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, signs in alone and after the password, confirms a weighty change, and is removed", async ({
  page,
}) => {
  const user = await newColleague();
  await addAuthenticator(page);
  const inside = () => page.waitForURL(({ pathname }) => pathname === "/panel");
  const signOut = () => page.getByRole("button", { name: "Sign out" }).click();
  const typePassword = async () => {
    await page.getByLabel("E-mail", { exact: true }).fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill(user.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await page.goto(`${sandbox.panelUrl}/sign-in`);
  await typePassword();
  await inside();

  await page.goto(`${sandbox.panelUrl}/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Work computer");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByRole("button", { name: "Remove: Work computer" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await signOut();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await inside();
  await signOut();
  await typePassword();
  await expect(page.getByText("Confirm with your passkey, or enter a recovery code.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await inside();

  await page.goto(`${sandbox.panelUrl}/security`);
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expireConfirmation(user);
  await page.getByRole("button", { name: "Remove: Work computer" }).click();
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
  await expect(passkeys.getByText("You have no passkey.")).toBeVisible();
});
