import { readFileSync } from "node:fs";
import { type Browser, expect, test } from "@playwright/test";
import { expectNoViolation } from "./axe";
import { ask } from "./http";
import { sandbox } from "./product";

/** A guide for a merchant's developer. */
export interface GuidePage {
  readonly path: string;
  readonly titles: { readonly tr: string; readonly en: string };
  /** The programs that it shows and offers as files. */
  readonly files: readonly string[];
  /** The number of visible links while every program except the first is folded. */
  readonly links: number;
  /** The largest allowed compressed size in KiB. */
  readonly weightKib: number;
}

const sampleText = (file: string) => readFileSync(`components/docs/samples/${file}`, "utf8");

const looks = [
  { locale: "tr-TR", language: "tr", colorScheme: "light", width: 1280, other: "English" },
  { locale: "en-GB", language: "en", colorScheme: "dark", width: 390, other: "Türkçe" },
] as const;

/** Declares the tests that every guide must pass: accessibility, programs, links and size. */
export function testGuide(guide: GuidePage): void {
  const url = sandbox.apiUrl + guide.path;
  for (const look of looks) {
    const { locale, width, colorScheme } = look;
    test(`200 the guide in ${locale} at ${width} px, ${colorScheme}: no violation, no sideways scrolling, no script needed`, ({
      browser,
    }) => expectSound(browser, guide, look));
  }

  for (const file of guide.files) {
    test(`200 ${file} as plain text`, async () => {
      const answer = await ask(sandbox.apiUrl, `${guide.path}/${file}`);
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
      expect(answer.text).toBe(sampleText(file));
    });
  }

  test("404 for a program that does not exist", async () => {
    expect((await ask(sandbox.apiUrl, `${guide.path}/receiver.rb`)).status).toBe(404);
  });

  test(`has no script and less than ${guide.weightKib} KiB compressed`, async () => {
    expect((await ask(sandbox.apiUrl, guide.path)).text).not.toContain("<script");
    const answer = await ask(sandbox.apiUrl, guide.path, { headers: { "Accept-Encoding": "br" } });
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(Number(answer.headers["content-length"])).toBeLessThan(guide.weightKib * 1024);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false, locale: "en-GB" });

    test("every link of the guide has a target", async ({ page }) => {
      await page.goto(url);
      const links = await page.getByRole("link").all();
      expect(links).toHaveLength(guide.links);
      for (const link of links) {
        const { pathname, search, hash } = new URL((await link.getAttribute("href")) ?? "", url);
        expect((await ask(sandbox.apiUrl, pathname + search)).status, pathname).toBe(200);
        if (hash !== "") await expect(page.locator(`section[id="${hash.slice(1)}"]`)).toBeVisible();
      }
    });
  });
}

async function expectSound(browser: Browser, guide: GuidePage, look: (typeof looks)[number]): Promise<void> {
  const { locale, language, colorScheme, width, other } = look;
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.route("**/*.js", (route) => route.abort());
  expect((await page.goto(sandbox.apiUrl + guide.path))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(guide.titles[language]);
  await expect(page.locator("main")).toHaveAttribute("lang", language);
  await expectNoViolation(page);
  for (const each of [width, 820, 640, 320]) {
    await page.setViewportSize({ width: each, height: 800 });
    const scrolls = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(scrolls, `scrolls sideways at ${each}`).toBe(false);
  }
  for (const file of guide.files) {
    expect(await page.locator(`details[id="${file}"] pre`).textContent()).toBe(sampleText(file));
  }
  await page.getByRole("link", { name: other }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(guide.titles[language]);
  await context.close();
}
