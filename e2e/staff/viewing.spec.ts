import { expect, test } from "../support/browser";
import { newAccount, newColleague } from "../support/colleague";
import { expectAccessible, expectNoSidewaysScroll, openPanel } from "../support/panel";
import { callProcedure } from "../support/procedure";
import { sandbox } from "../support/product";
import { findStaff, signInToStaff } from "../support/staff";

test("support view a merchant's panel read-only; its owner reads the reason in its own log; then it has ended", async ({
  browser,
}) => {
  const account = await newAccount();
  const support = findStaff("support@vezne.test");
  const page = await signInToStaff(browser, `/staff/partners/${account.partnerId}`, { user: support });
  await page.getByRole("button", { name: "View as merchant" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Open the panel" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
  const reason = `A question about a payout ${crypto.randomUUID().slice(0, 8)}`;
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Open the panel" }).click();
  await page.waitForURL((url) => url.pathname === "/panel");

  const banner = page.getByRole("region", { name: "Viewing" });
  await expect(banner).toContainText("You are viewing the panel of Yeni Dükkân.");
  await expect(banner).toContainText(support.email);
  await page.goto(new URL("/panel/account", sandbox.apiUrl).href);
  await expect(banner).toBeVisible();
  await expect(page.getByRole("heading", { name: "What buyers see" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: /name|logo|Edit/ })).toHaveCount(0);
  const refused = await callProcedure(page, "account.requestName", { name: "Not theirs" }, "POST");
  expect(refused.code).toBe("access_denied");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  const owner = await openPanel(browser, await newColleague("owner", account), { path: "/panel/team/audit" });
  const entry = owner.getByRole("button", { name: /Started to view|Began to view|view/i }).first();
  await expect(owner.getByRole("table")).toContainText("Vezne");
  await entry.click();
  await expect(owner.getByRole("dialog")).toContainText(reason);
  // The person is named to staff only.
  await expect(owner.getByRole("dialog")).not.toContainText(support.email);

  await banner.getByRole("button", { name: "End viewing" }).click();
  await page.waitForURL((url) => url.pathname === `/staff/partners/${account.partnerId}`);
  expect((await callProcedure(page, "account.get")).code).toBe("unauthorized");
  await page.goto(new URL("/panel/account", sandbox.apiUrl).href);
  await expect(page).toHaveURL(/\/panel\/sign-in/);
});
