import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { ask } from "../support/http";
import { sandbox } from "../support/product";

const guide = `${sandbox.apiUrl}/docs/webhooks`;
const sampleFiles = ["receiver.mjs", "receiver.php", "receiver.py"];
const sampleText = (file: string) => readFileSync(`components/docs/samples/${file}`, "utf8");

const looks = [
  { locale: "tr-TR", colorScheme: "light", width: 1280, title: "Webhook’lar", other: "English" },
  { locale: "en-GB", colorScheme: "dark", width: 390, title: "Webhooks", other: "Türkçe" },
] as const;

for (const { locale, colorScheme, width, title, other } of looks) {
  test(`200 the guide in ${locale} at ${width} px, ${colorScheme}: no violation, no sideways scrolling, no script needed`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.route("**/*.js", (route) => route.abort());
    expect((await page.goto(guide))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("main")).toHaveAttribute("lang", locale.slice(0, 2));
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual(
      [],
    );
    for (const each of [width, 320]) {
      await page.setViewportSize({ width: each, height: 800 });
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(scrolls, `scrolls sideways at ${each}`).toBe(false);
    }
    for (const file of sampleFiles) {
      expect(await page.locator(`details[id="${file}"] pre`).textContent()).toBe(sampleText(file));
    }
    await page.getByRole("link", { name: other }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title);
    await context.close();
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, locale: "en-GB" });

  test("every link of the guide leads somewhere", async ({ page }) => {
    await page.goto(guide);
    const links = await page.getByRole("link").all();
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) {
      const { pathname, search, hash } = new URL((await link.getAttribute("href")) ?? "", guide);
      expect((await ask(sandbox.apiUrl, pathname + search)).status, pathname).toBe(200);
      if (hash !== "") await expect(page.locator(`section[id="${hash.slice(1)}"]`)).toBeVisible();
    }
  });

  test("the guide and the test cards lead to each other, and the start page to the guide", async ({
    page,
  }) => {
    await page.goto(sandbox.apiUrl);
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("link", { name: "Test cards" }).click();
    await page.getByRole("link", { name: /webhooks/ }).click();
    await expect(page).toHaveURL(guide);
  });
});

for (const file of sampleFiles) {
  test(`200 ${file} as plain text`, async () => {
    const answer = await ask(sandbox.apiUrl, `/docs/webhooks/${file}`);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.text).toBe(sampleText(file));
  });
}

test("404 a program that there is none of", async () => {
  expect((await ask(sandbox.apiUrl, "/docs/webhooks/receiver.rb")).status).toBe(404);
});

test("the guide is light: no script, less than 12 KiB compressed", async () => {
  expect((await ask(sandbox.apiUrl, "/docs/webhooks")).text).not.toContain("<script");
  const answer = await ask(sandbox.apiUrl, "/docs/webhooks", { headers: { "Accept-Encoding": "br" } });
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(Number(answer.headers["content-length"])).toBeLessThan(12 * 1024);
});
