import type { Browser, BrowserContext } from "@playwright/test";
import { sandbox } from "./product";

/** Browser contexts of the panel. */

type Locale = "tr-TR" | "en-GB";

/**
 * Contexts without pages and cookies, from tests that have ended. The browser keeps the panel's scripts in their cache,
 * so that the next test loads its first page with a third less work.
 */
const idle: Record<Locale, BrowserContext[]> = { "tr-TR": [], "en-GB": [] };
const locales = new WeakMap<BrowserContext, Locale>();

export async function takeContext(browser: Browser, locale: Locale): Promise<BrowserContext> {
  const context = idle[locale].pop() ?? (await browser.newContext({ locale, baseURL: sandbox.apiUrl }));
  locales.set(context, locale);
  return context;
}

/** Closes a context, or empties it for the next test. */
export async function giveBack(context: BrowserContext): Promise<void> {
  const locale = locales.get(context);
  if (locale === undefined) return context.close();
  await Promise.all(context.pages().map((page) => page.close()));
  await context.clearCookies();
  if (!idle[locale].includes(context)) idle[locale].push(context);
}
