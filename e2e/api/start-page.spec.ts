import { expect, test } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import { ask } from "../support/http";
import { sandbox } from "../support/product";

for (const [locale, words] of [
  ["tr-TR", "Türkiye’deki üye işyerleri"],
  ["en-GB", "Card payments for merchants"],
] as const) {
  test(`200 for the start page in ${locale}: every link has a target, and its policy blocks nothing`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    expect((await page.goto(sandbox.apiUrl))?.status()).toBe(200);
    await expect(page.getByText(words)).toBeVisible();
    await expectNoViolation(page);
    const links = await page.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const { pathname } = new URL(link, sandbox.apiUrl);
      expect((await ask(sandbox.apiUrl, pathname)).status, link).toBe(200);
    }
    expect(complaints).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
}

test("404 with a page in the reader's language for an unknown address", async ({ browser }) => {
  const context = await browser.newContext({ locale: "tr-TR" });
  const page = await context.newPage();
  expect((await page.goto(`${sandbox.apiUrl}/nothing`))?.status()).toBe(404);
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.close();
});
