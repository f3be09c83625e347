import pg from "pg";
import { expect, test } from "../support/browser";
import { expectAccessible, expectNoSidewaysScroll } from "../support/panel";
import { sandbox } from "../support/product";
import { findStaff, openStaff, signInToStaff } from "../support/staff";

test("staff find a merchant by its user and see its state and deliveries", async ({ browser }) => {
  const page = await signInToStaff(browser, "/staff/partners/prt_other");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Merchants" }).first().click();
  await page.getByLabel("Find a merchant").fill("owner@other.test");
  await page.getByRole("button", { name: "Search" }).click();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("prt_other");
  await expectAccessible(page);
  await rows.last().getByRole("link").click();
  const tabs = page.getByRole("navigation", { name: "Pages of the merchant" });
  await tabs.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { name: "Webhook deliveries" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
});

test("only the prefix of a pasted API key leaves the field", async ({ browser }) => {
  const page = await openStaff(browser, "/staff/partners/prt_other", { language: "tr", width: 390 });
  await page.getByRole("link", { name: "Üye işyerleri" }).first().click();
  const [key = ""] = sandbox.partners.other.apiKeys;
  await page.getByLabel("Üye işyeri ara").fill(key);
  await page.getByRole("button", { name: "Ara", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`q=${key.slice(0, 16)}$`));
  // On a phone the rows are cards, and the heads of the columns are not shown.
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(1);
});

test("setting up an authenticator app requires the password again when it was given long ago", async ({ browser }) => {
  const { email: known, password: knownPassword } = findStaff("support@vezne.test");
  const user = { email: "without-app@vezne.test", password: knownPassword };
  const database = new pg.Client(sandbox.databaseUrl);
  await database.connect();
  await database.query(
    `insert into staff_user (id, email, password_hash, role, created_at)
     select 'usr_without_app', $1, password_hash, role, created_at from staff_user where email = $2
         on conflict do nothing`,
    [user.email, known],
  );
  const page = await signInToStaff(browser, "/staff/security", { user });
  await expectAccessible(page);
  await database.query(
    `update sign_in_session set confirmed_at = confirmed_at - interval '1 hour' where staff_user_id = 'usr_without_app'`,
  );
  await database.end();
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  const password = dialog.getByLabel("Password", { exact: true });
  await password.fill("not this one");
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(dialog.getByText("The password is wrong.")).toBeVisible();
  await expect(dialog.getByRole("img")).toHaveCount(0);
  await password.fill(user.password);
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(dialog.getByRole("img")).toBeVisible();
  await expectAccessible(page);
});
