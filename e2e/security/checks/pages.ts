import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { openCheckout, typeCard } from "../../support/browser";
import { handOver, payOverHttp, postForm } from "../../support/buyer";
import { approvedCard } from "../../support/cards";
import { type Answer, type Ask, ask } from "../../support/http";
import { enterCard } from "../../support/link";
import { logText } from "../../support/log-file";
import { Merchant } from "../../support/merchant";
import { expectSafeDocument, watch } from "../../support/page-safety";
import { demo, sandbox } from "../../support/product";
import { Shop } from "../../support/shop";
import { findStaff } from "../../support/staff";
import { withBrowser } from "../browser";
import type { Check } from "../check";
import { queryDatabase, runAdmin } from "../operator";
import { Person, staffDoor } from "../person";

/** The pages that take a card: their scripts, their policy, their headers, and reports about them. */

const { apiUrl, payUrl } = sandbox;
const merchant = new Merchant(apiUrl, demo);
const html: Ask = { headers: { Accept: "text/html", "Accept-Language": "en" } };
const getPage = (url: string, options: Ask = html): Promise<Answer> => {
  const { origin, pathname } = new URL(url);
  return ask(origin, pathname, options);
};
const cardForm = (paymentRef: string) => postForm(`${payUrl}/handoff`, { paymentRef }, html);

interface Listed {
  readonly src: string;
  readonly integrity: string;
  readonly why: string;
}

export const scriptsAreListed: Check = async () => {
  const inventory = (await ask(payUrl, "/.well-known/payment-page-scripts.json")).json() as { scripts: Listed[] };
  const listed = new Map(inventory.scripts.map((one) => [new URL(one.src, payUrl).href, one]));
  for (const { why, src } of inventory.scripts) expect(why, src).toMatch(/\w+ \w+/);
  const link = await merchant.createdLink();
  const { paymentRef } = await merchant.created();
  for (const document of [await getPage(link.url), await cardForm(paymentRef)]) {
    const bare = [...document.text.matchAll(/<script[^>]*>/g)].filter(
      ([tag]) => !/nonce=/.test(tag) || !/integrity=/.test(tag),
    );
    expect(bare, "scripts without a nonce and a digest").toEqual([]);
  }
  const ran = await withBrowser(async (browser) => {
    const shop = await Shop.open();
    try {
      const context = await browser.newContext({ locale: "en-GB" });
      const onLink = await watchScripts(await context.newPage(), async (page) => {
        await page.goto(link.url);
        await enterCard(page);
      });
      const onHandoff = await watchScripts(await context.newPage(), async (page) => {
        await openCheckout(page, shop, { ...(await merchant.created()), returnUrl: "" });
        await page.getByRole("button", { name: "Buy now" }).click();
        await typeCard(page, approvedCard);
      });
      expect([...onLink.origins, ...onHandoff.origins].filter((o) => o !== payUrl && o !== shop.origin)).toEqual([]);
      return [...onLink.scripts, ...onHandoff.scripts];
    } finally {
      await shop.close();
    }
  });
  expect(ran.length, "scripts that the browser ran").toBeGreaterThan(1);
  for (const { src, integrity } of ran) expect(listed.get(src)?.integrity, src).toBe(integrity);
  return { done: `a browser ran ${ran.length} scripts on 2 pages; all are among the ${listed.size} of the inventory` };
};

/** Opens a page and returns its origins and the scripts that it has and requested, each with its digest. */
async function watchScripts(page: Page, visit: (page: Page) => Promise<void>) {
  const watched = watch(page);
  await visit(page);
  const inPage = await page.evaluate(() => [...document.scripts].map(({ src, integrity }) => ({ src, integrity })));
  const unnamed = [...watched.scripts].filter((src) => !inPage.some((script) => script.src === src));
  expect(unnamed, "scripts that were loaded by no element").toEqual([]);
  expect(watched.complaints, "errors of the browser").toEqual([]);
  return { origins: watched.origins, scripts: inPage };
}

export const tamperingIsReported: Check = async () => {
  const evil = `https://evil-${randomUUID().slice(0, 8)}.example`;
  const report = { "csp-report": { "violated-directive": "script-src", "blocked-uri": evil } };
  const answer = await postReport(JSON.stringify(report));
  expect(answer.status).toBe(204);
  await expect
    .poll(async () => (await readReports(evil)).length, { message: "the stored report", timeout: 10_000 })
    .toBe(1);
  const lines = () =>
    logText()
      .split("\n")
      .filter((line) => line.includes(evil));
  await expect.poll(() => lines().length).toBe(1);
  expect(JSON.parse(lines()[0] ?? "{}").level).toBe("warn");
  const { code, output } = await runAdmin(sandbox, "pages", "check");
  const compared = output.trim().split("\n");
  expect([code, compared.filter((line) => !/: equal$/.test(line))], output).toEqual([0, []]);
  return { done: `a report got 204, was stored, and is a warning; ${compared.length} pages equal the inventory` };
};

const postReport = (body: string): Promise<Answer> =>
  postForm(`${payUrl}/csp-report`, body, { headers: { "Content-Type": "application/csp-report" } });

const readReports = (blocked: string) =>
  queryDatabase<{ row: string }>(
    sandbox.databaseUrl,
    "select c::text as row from csp_report c where c::text like '%' || $1 || '%'",
    [blocked],
  );

export const strictPolicy: Check = async () => {
  const link = await merchant.createdLink();
  const { paymentRef } = await merchant.created();
  const documents = [
    await getPage(link.url),
    await getPage(link.url),
    await cardForm(paymentRef),
    await cardForm(paymentRef),
    await handOver("unknown"),
    await handOver(paymentRef),
  ];
  const nonces = documents.map(expectSafeDocument);
  expect(new Set(nonces).size, "nonces").toBe(documents.length);
  for (const path of ["/panel/sign-in", "/staff/sign-in", "/docs/webhooks", "/api/trpc/self.get"]) {
    const policy = String((await ask(apiUrl, path, html)).headers["content-security-policy"]);
    expect(policy, path).toMatch(/frame-ancestors 'none'/);
    expect(policy, path).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  }
  return { done: `${documents.length} documents of the pay origin with fresh nonces, 4 answers of the panel's origin` };
};

/** Lists answers of every kind with their status: pages, data, redirects and refusals of all origins. */
async function listAnswers(): Promise<readonly (readonly [name: string, answer: Answer])[]> {
  const link = await merchant.createdLink();
  const payment = await merchant.created();
  return [
    ["a payment", await merchant.get(`/v1/payments/${payment.paymentCode}`)],
    ["no payment", await merchant.get("/v1/payments/x")],
    ["no key", await ask(apiUrl, "/v1/payments/x")],
    ["no operation", await ask(apiUrl, "/v1/x")],
    ["a method of no operation", await merchant.get("/v1/payments", { method: "PUT" })],
    ["a link", await getPage(link.url)],
    ["no link", await ask(payUrl, "/l/x", html)],
    ["the handoff by GET", await ask(payUrl, "/handoff", html)],
    ["the card form", await cardForm(payment.paymentRef)],
    ["the page to the bank", await handOver(payment.paymentRef)],
    ["the way back to the shop", await payOverHttp(await merchant.created())],
    ["a return of no attempt", await postForm(`${payUrl}/3ds/callback/x`, { a: "b" })],
    ["the panel", await ask(apiUrl, "/panel", html)],
    ["the panel's sign-in", await ask(apiUrl, "/panel/sign-in", html)],
    ["the back-office", await ask(apiUrl, "/staff", html)],
    ["a procedure", await ask(apiUrl, "/api/trpc/self.get")],
    ["an export", await ask(apiUrl, "/panel/export/payments.csv")],
    ["no path", await ask(apiUrl, "/nothing", html)],
    ["another host", await ask(apiUrl, "/v1/x", { headers: { Host: "evil.example" } })],
  ];
}

export const securityHeaders: Check = async () => {
  const answers = await listAnswers();
  for (const [name, { headers }] of answers) {
    const transport = String(headers["strict-transport-security"]);
    expect(Number(/max-age=(\d+)/.exec(transport)?.[1]), name).toBeGreaterThanOrEqual(31_536_000);
    expect(transport, name).toContain("includeSubDomains");
    expect(headers["x-content-type-options"], name).toBe("nosniff");
    expect(headers["referrer-policy"], name).toBe("no-referrer");
    expect(headers["cross-origin-opener-policy"], name).toBe("same-origin");
  }
  const statuses = new Set(answers.map(([, { status }]) => status));
  return { done: `four headers on ${answers.length} answers (${[...statuses].sort().join(", ")})` };
};

export const moneyIsNotCached: Check = async () => {
  const answers = (await listAnswers()).filter(([name]) => !["no path", "another host"].includes(name));
  for (const [name, { headers }] of answers) expect(headers["cache-control"], name).toContain("no-store");
  return { done: `no-store on ${answers.length} answers` };
};

export const reportsAreMaskedAndRead: Check = async () => {
  const evil = `https://evil-${randomUUID().slice(0, 8)}.example`;
  const { pan } = approvedCard;
  const report = {
    "effective-directive": "script-src",
    "violated-directive": `script-src ${pan}`,
    "blocked-uri": `${evil}/${pan}?pan=${pan}`,
    "document-uri": `${payUrl}/l/${pan}`,
  };
  for (let times = 0; times < 2; times += 1) {
    expect((await postReport(JSON.stringify({ "csp-report": report }))).status).toBe(204);
  }
  const odd = { "csp-report": { "blocked-uri": evil, "effective-directive": `script ${pan}` } };
  expect((await postReport(JSON.stringify(odd))).status).toBe(204);
  await expect.poll(async () => (await readReports(evil)).length, { timeout: 10_000 }).toBe(2);
  for (const { row } of await readReports(evil)) expect(row, "a card number in a report").not.toContain(pan);
  const staff = await Person.signedIn(staffDoor, findStaff("staff@vezne.test"));
  const listed = await staff.query("page.reports", { pages: null, directive: null, cursor: null });
  const found = (listed.data as { items: readonly { blocked: string; count: number }[] }).items;
  expect(
    found
      .filter(({ blocked }) => blocked === evil)
      .map(({ count }) => count)
      .sort(),
  ).toEqual([1, 2]);
  const alerts = await queryDatabase(
    sandbox.databaseUrl,
    "select subject from staff_alert where kind::text = 'csp_report' and subject like '%' || $1 || '%'",
    [evil],
  );
  expect(alerts.length, "alerts about a script of an unknown host").toBe(1);
  return { done: "a card number in every field was stored in none; 3 reports are 2 rows that staff see, and 1 alert" };
};
