import { readFileSync } from "node:fs";
import { type Browser, type BrowserContextOptions, expect, type Page, type Route } from "@playwright/test";
import { expectNoViolation } from "./axe";

/** Checks of the pages' appearance: WCAG rules, every width, and the committed screenshots. */

const font = readFileSync("node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2").toString("base64");

export interface Look {
  readonly name: "tr" | "en-dark";
  readonly options: BrowserContextOptions;
}

export const looks: readonly Look[] = [
  {
    name: "tr",
    options: { locale: "tr-TR", colorScheme: "light", viewport: { width: 390, height: 844 } },
  },
  {
    name: "en-dark",
    options: { locale: "en-GB", colorScheme: "dark", viewport: { width: 320, height: 640 } },
  },
];

/**
 * Whether our script runs, is blocked (it would leave some pages at once), or all scripting is off as for some buyers.
 */
export type Scripting = "ours" | "blocked" | "off";

/**
 * Opens a page with this appearance. The content policy is bypassed, because the screenshots use another font than the
 * pages.
 */
export async function newPage(browser: Browser, look: Look, scripting: Scripting): Promise<Page> {
  const context = await browser.newContext({ ...look.options, bypassCSP: true });
  if (scripting !== "ours") await context.route("**/assets/*.js", (route) => route.abort());
  // The checks and screenshots need scripting themselves, so only the page's style sheet sees scripting as off.
  if (scripting === "off") await context.route("**/l/*", answerWithoutScripting);
  return context.newPage();
}

async function answerWithoutScripting(route: Route): Promise<void> {
  const response = await route.fetch();
  const text = await response.text();
  const body = text.replaceAll(/\(scripting: ?enabled\)/g, "not all").replaceAll(/\(scripting: ?none\)/g, "all");
  await route.fulfill({ response, body });
}

/** Expects no violation, no sideways scrolling down to 320 px, and no target smaller than 48 px. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const narrow of new Set([width, 320])) {
    await page.setViewportSize({ width: narrow, height });
    const { scrolls, small } = await page.evaluate(() => ({
      scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      small: [...document.querySelectorAll<HTMLElement>("input:not([type=hidden], [type=radio]), .button, header a")]
        .filter((target) => target.offsetHeight > 0 && target.offsetHeight < 48)
        .map((target) => target.outerHTML),
    }));
    expect(scrolls, `scrolls sideways at ${narrow}`).toBe(false);
    expect(small, "targets of less than 48 px").toEqual([]);
  }
  await page.setViewportSize({ width, height });
}

/** Expects the committed screenshot; `npx playwright test --update-snapshots` takes a new one. */
export async function expectLook(page: Page, name: string): Promise<void> {
  await page.addStyleTag({
    content: `@font-face { font-family: Still; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
      :root { --system-font: Still !important } body * { font-family: Still !important }`,
  });
  await page.evaluate(stillTexts);
  await page.evaluate(() => document.fonts.load("400 16px Still"));
  await page.evaluate(() => document.fonts.ready);
  await expect(page).toHaveScreenshot(`${name}.png`, { fullPage: true });
}

/** Replaces the texts that differ by day or by link with constant ones. */
function stillTexts(): void {
  const months = "Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık";
  const englishMonths = "January|February|March|April|May|June|July|August|September|October|November|December";
  const varying: readonly [RegExp, string][] = [
    [new RegExp(`\\d{1,2} (${months}) \\d{4}`, "g"), "22 Kasım 2026"],
    [new RegExp(`\\d{1,2} (${englishMonths}) \\d{4}`, "g"), "22 November 2026"],
    [/\b\d\d:\d\d\b/g, "14:30"],
    [/pay_[0-9A-Z]{26}/g, "pay_0123456789ABCDEFGHJKMNPQRS"],
    [/\b[0-9a-f]{32}\b/g, "0123456789abcdef".repeat(2)],
    [/\bno\. \d+/g, "no. 42"],
  ];
  for (const timer of document.querySelectorAll("[data-until]")) timer.textContent = "27 dk 12 sn";
  for (const label of document.querySelectorAll("dt")) {
    const value = label.nextElementSibling;
    if (/\bno\.$/.test(label.textContent ?? "") && value) value.textContent = "42";
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const [pattern, text] of varying) node.nodeValue = (node.nodeValue ?? "").replace(pattern, text);
  }
}
