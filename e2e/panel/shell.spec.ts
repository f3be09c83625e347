import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel } from "../support/panel";
import { sandbox } from "../support/product";

test("a visitor without a session is sent to the sign-in page, and then to the requested page", async ({ page }) => {
  await page.goto(`${sandbox.panelUrl}/account`);
  await expect(page).toHaveURL(/\/panel\/sign-in\?next=%2Fpanel%2Faccount$/);
});

test("the navigation has only the entries that a role may see, in both languages", async ({ browser }) => {
  const page = await openPanel(browser, findUser("support"), { language: "tr" });
  const places = page.getByRole("navigation").getByRole("link");
  await expect(places.filter({ hasText: "Ödemeler" })).toBeVisible();
  await expect(places.filter({ hasText: "Geliştirici" })).toHaveCount(0);
  await page.getByRole("button", { name: "English" }).click();
  await expect(places.filter({ hasText: "Payments" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("on a phone the menu opens, navigates and closes", async ({ browser }) => {
  const page = await openPanel(browser, findUser("owner"), { width: 390 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("navigation").getByRole("link", { name: "Account" }).click();
  await expect(page).toHaveURL(/\/panel\/account$/);
  await expect(page.getByRole("navigation")).toBeHidden();
});
