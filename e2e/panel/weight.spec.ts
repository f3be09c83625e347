import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { findUser, newPanelPage } from "../support/panel";
import { sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";
import { openSessionCookie } from "../support/session";

// Measures the JavaScript of the first screen as sent. This needs a production build; a development server sends more.

const limit = 300_000;

/** Returns the transferred bytes of every script that a first view loads, by address. */
async function measureScripts(page: Page, path: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Map<string, string>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || /\.js(\?|$)/.test(response.url)) scripts.set(requestId, response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = scripts.get(requestId);
    if (url !== undefined) sizes.set(url, encodedDataLength);
  });
  await page.goto(new URL(path, sandbox.apiUrl).href);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  return sizes;
}

for (const path of ["/panel", "/panel/payments", "/panel/links/new"]) {
  test(`under 300 kB of JavaScript for the first view of ${path}`, async ({ browser }) => {
    const page = await newPanelPage(browser, findUser("owner"));
    const sizes = await measureScripts(page, path);
    const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(sizes.size).toBeGreaterThan(3);
    expect(whole, [...sizes].map(([url, size]) => `${size} ${url}`).join("\n")).toBeLessThan(limit);
  });
}

test("a list loads no page in advance until a pointer or the focus comes to a link", async ({ browser, merchant }) => {
  await merchant.created();
  const page = await newPanelPage(browser, findUser("owner"));
  const loaded: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.has("_rsc")) loaded.push(pathname);
  });
  await page.goto(new URL("/panel/payments", sandbox.apiUrl).href);
  const first = page.getByRole("table").last().getByRole("link").first();
  await expect(first).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(loaded).toEqual([]);
  await first.hover();
  await expect.poll(() => new Set(loaded)).toEqual(new Set([await first.getAttribute("href")]));
  await page.getByRole("navigation").getByRole("link", { name: "Payouts" }).focus();
  await expect.poll(() => loaded).toContain("/panel/payouts");
});

/** A method of the chart's scales. Minifying keeps its name, and no other script of the panel has it. */
const chartMark = "paddingInner";

test("the page itself does not reference the chart script, which is loaded with the chart", async ({
  browser,
  merchant,
}) => {
  await new Refunder(merchant).captured(approvedCard);
  const readScript = async (address: string) => (await fetch(new URL(address, sandbox.apiUrl))).text();
  const page = await newPanelPage(browser, findUser("owner"));
  const loaded = await measureScripts(page, "/panel");
  await expect(page.getByRole("application")).toBeVisible();
  const texts = await Promise.all([...loaded.keys()].map(readScript));
  expect(texts.some((text) => text.includes(chartMark))).toBe(true);
  const Cookie = await openSessionCookie(findUser("owner"));
  const html = await (await fetch(new URL("/panel", sandbox.apiUrl), { headers: { Cookie } })).text();
  const named = [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+\.js)/g)].map(([, address]) => address ?? "");
  expect(named.length).toBeGreaterThan(3);
  for (const address of new Set(named)) expect((await readScript(address)).includes(chartMark), address).toBe(false);
});
