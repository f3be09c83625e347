import { expect, test } from "@playwright/test";
import { testGuide } from "../support/guide";
import { sandbox } from "../support/product";

testGuide({
  path: "/docs/webhooks",
  titles: { tr: "Webhook’lar", en: "Webhooks" },
  files: ["receiver.mjs", "receiver.php", "receiver.py"],
  links: 13,
  weightKib: 12,
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, locale: "en-GB" });

  test("the guide and the test cards link to each other, and the start page links to the guide", async ({ page }) => {
    await page.goto(sandbox.apiUrl);
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("link", { name: "Test cards" }).click();
    await page.getByRole("link", { name: /webhooks/ }).click();
    await expect(page).toHaveURL(`${sandbox.apiUrl}/docs/webhooks`);
  });
});
