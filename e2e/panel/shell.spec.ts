import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, openPanel, userOf } from "../support/panel";
import { sandbox } from "../support/product";

test("whoever is not signed in is sent to the door, and back to where they wanted to go", async ({ page }) => {
  await page.goto(`${sandbox.panelUrl}/account`);
  await expect(page).toHaveURL(/\/panel\/sign-in\?next=%2Fpanel%2Faccount$/);
});

test("the navigation leads only to what a role may see, in both languages", async ({ browser }) => {
  const page = await openPanel(browser, userOf("support"), { language: "tr" });
  const places = page.getByRole("navigation").getByRole("link");
  await expect(places.filter({ hasText: "Ödemeler" })).toBeVisible();
  await expect(places.filter({ hasText: "Geliştirici" })).toHaveCount(0);
  await page.getByRole("button", { name: "English" }).click();
  await expect(places.filter({ hasText: "Payments" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("on a phone the menu opens, leads on, and closes", async ({ browser }) => {
  const page = await openPanel(browser, userOf("owner"), { width: 390 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("navigation").getByRole("link", { name: "Account" }).click();
  await expect(page).toHaveURL(/\/panel\/account$/);
  await expect(page.getByRole("navigation")).toBeHidden();
});
