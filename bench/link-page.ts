import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { findChromium } from "@/server/testing/run/chromium";
import type { BenchSettings } from "./load";
import { type AtEnd, startProduct } from "./processes";
import { printDurations } from "./table";

/** The longest median of the visits, in ms. */
const boundMs = 1_500;

/** A slow 4G connection: bytes per second and ms. */
const slow4g = {
  offline: false,
  latency: 150,
  connectionType: "cellular4g",
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
} as const;

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: "tr-TR",
};

/** Measures how long a buyer waits for a payment link's page on a slow connection (see README.md). */
export const benchLinkPage = async ({ rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const { apiUrl, partners } = await startProduct(atEnd);
  const [apiKey = ""] = partners.demo?.apiKeys ?? [];
  const terminalId = partners.demo?.terminals.default;
  const newLink = async (): Promise<string> => {
    const answer = await fetch(`${apiUrl}/v1/payment-links`, {
      method: "POST",
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ amount: 125_050, terminalId }),
    });
    if (answer.status !== 201) throw new Error(`A link was not created: ${answer.status}.`);
    return ((await answer.json()) as { url: string }).url;
  };
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  atEnd(() => browser.close());
  await measureVisit(browser, await newLink());
  const visitsMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) visitsMs.push(await measureVisit(browser, await newLink()));
  printDurations("link page on slow 4G, empty cache", visitsMs, boundMs);
};

/** Returns the time in ms from opening the link until the card can be typed and the script is active. */
const measureVisit = async (browser: Browser, url: string): Promise<number> => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await slowDown(page);
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("html.scripted #pan:enabled").waitFor();
  const tookMs = performance.now() - startedAt;
  await context.close();
  return tookMs;
};

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4g);
};
