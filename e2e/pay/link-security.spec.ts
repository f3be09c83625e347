import { gzipSync } from "node:zlib";
import { confirmAtBank, expect, test } from "../support/browser";
import { handOver, postForm } from "../support/buyer";
import { approvedCard } from "../support/cards";
import { type Answer, ask } from "../support/http";
import { enterCard, expectAtBank, expectHeading, expectRedirected, newRedirectUrl, payButton } from "../support/link";
import { askLink, inEnglish, open, payLink, submitCard } from "../support/link-buyer";
import { readLog } from "../support/log-file";
import type { Merchant } from "../support/merchant";
import { expectSafeDocument, readPolicy, watch } from "../support/page-safety";
import { sandbox } from "../support/product";

/** Loads one document of each kind of a link's pages. */
async function everyDocument(merchant: Merchant): Promise<Record<string, Answer>> {
  const link = await merchant.createdLink();
  const cancelled = await merchant.createdLink();
  await merchant.cancelLink(cancelled.id);
  const documents = {
    open: await open(link),
    "open once more": await open(link),
    unknown: await askLink({ url: `${sandbox.payUrl}/l/${"x".repeat(43)}` }),
    refused: await submitCard(link, { fields: { cv2: "1" } }),
    "first step": await postForm(`${link.url}/card`, { bin: "43550800", lang: "tr" }),
    bank: await submitCard(link),
    "in progress": await open(link),
    "not payable": await submitCard(link),
    cancelled: await open(cancelled),
    "wrong method": await askLink(link, "/pay", inEnglish),
  };
  return documents;
}

test("every document has a new nonce, nothing inline, no external resource, no-store and no cookie", async ({
  merchant,
}) => {
  const documents = Object.entries(await everyDocument(merchant));
  const nonces = documents.map(([name, document]) => {
    const { headers, text } = document;
    expect(headers["cache-control"], name).toBe("no-store");
    expect(headers["referrer-policy"], name).toBe("no-referrer");
    expect(headers["x-content-type-options"], name).toBe("nosniff");
    expect(headers["strict-transport-security"], name).toMatch(/max-age=\d{8,}; includeSubDomains/);
    expect(headers["cross-origin-opener-policy"], name).toBe("same-origin");
    expect(headers["set-cookie"], name).toBeUndefined();
    expect(headers["x-powered-by"], name).toBeUndefined();
    expect(text, name).toMatch(/<meta name="robots" content="noindex/);
    expect(text, `no trace of the framework: ${name}`).not.toMatch(
      /_next|__next|self\.__|\/\/[^"' ]*\.(com|net|io)\b/i,
    );
    return expectSafeDocument(document);
  });
  expect(new Set(nonces).size).toBe(documents.length);
});

test("forms may be sent to us only; on the page that leads to the bank, to the bank only", async ({ merchant }) => {
  const { bank, ...others } = await everyDocument(merchant);
  expect(readPolicy(bank as Answer)["form-action"]).toBe(sandbox.bankUrl);
  for (const [name, document] of Object.entries(others)) {
    expect(readPolicy(document)["form-action"], name).toBe("'self'");
  }
});

test("data responses and refusals of the pay origin may load nothing", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const answers = [
    await askLink(link, "/status"),
    await askLink({ ...link, url: `${sandbox.payUrl}/l/${"x".repeat(43)}` }, "/status"),
    await askLink(link, "/status", { method: "DELETE" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 405]);
  for (const { headers } of answers) {
    expect(headers["content-type"]).toContain("application/json");
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  }
});

test("responses that are not pages have no-store and no-referrer too", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const answers = [
    await askLink(link, "/status"),
    await askLink(link, "/qr.svg"),
    await postForm(`${link.url}/options`, { bin: "43550800", lang: "tr" }),
    await payLink(link),
    await askLink(link, "/result"),
  ];
  for (const { headers } of answers) {
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'/);
  }
});

test("a whole payment contacts only us, the bank and the merchant's page, keeps no cookie and breaks no policy", async ({
  page,
  context,
  shop,
  merchant,
}) => {
  const watched = watch(page);
  const redirectUrl = newRedirectUrl(shop);
  const link = await merchant.createdLink({ redirectUrl });
  await page.goto(link.url);
  await enterCard(page);
  await payButton(page).click();
  await expectAtBank(page);
  await confirmAtBank(page);
  await expectRedirected(page, shop, redirectUrl, "success");
  await page.goto(link.url);
  await expectHeading(page, "Your payment was received");
  expect([...watched.origins].sort()).toEqual([shop.origin, sandbox.payUrl, sandbox.bankUrl].sort());
  expect(await context.cookies()).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test("runs only scripts of the inventory with their digest and reason, and loads nothing but page and script", async ({
  page,
  merchant,
}) => {
  const { scripts } = (await ask(sandbox.payUrl, "/.well-known/payment-page-scripts.json")).json();
  const watched = watch(page);
  const requests: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  const link = await merchant.createdLink();
  await page.goto(link.url, { waitUntil: "networkidle" });
  const listed = scripts.map(({ src }: { src: string }) => new URL(src, sandbox.payUrl).href);
  expect([...watched.scripts]).toEqual([listed[0]]);
  expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([link.url, listed[0]]);
  const inPage = await page.evaluate(() =>
    [...document.scripts].map(({ src, integrity, text }) => ({ src, integrity, text })),
  );
  expect(inPage).toEqual([{ src: listed[0], integrity: scripts[0].integrity, text: "" }]);
  expect(scripts[0].why).toMatch(/eight digits|8 digits/i);
});

test("transfers at most 4 kB for a script and 16 kB for a page", async ({ merchant }) => {
  const { scripts } = (await ask(sandbox.payUrl, "/.well-known/payment-page-scripts.json")).json();
  for (const { src } of scripts) {
    const { text } = await ask(sandbox.payUrl, src);
    expect(gzipSync(text).length, src).toBeLessThanOrEqual(4_096);
  }
  const link = await merchant.createdLink();
  for (const [name, { text }] of Object.entries(await everyDocument(merchant))) {
    expect(gzipSync(text).length, name).toBeLessThanOrEqual(16_384);
  }
  const zipped = await askLink(link, "", { headers: { "Accept-Encoding": "gzip" } });
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(Number(zipped.headers["content-length"] ?? 0)).toBeLessThanOrEqual(16_384);
});

test("sends only eight digits of the card before the submission, and only to the link", async ({ page, merchant }) => {
  const bodies: [path: string, body: string][] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") bodies.push([new URL(request.url()).pathname, request.postData() ?? ""]);
  });
  const link = await merchant.createdLink();
  await page.goto(link.url);
  await page.locator("#pan").pressSequentially(approvedCard.pan);
  await expect(page.locator('input[name="choice"]').first()).toBeAttached();
  const bin = approvedCard.pan.slice(0, 8);
  expect(bodies).toEqual([[`${new URL(link.url).pathname}/options`, `bin=${bin}&lang=en`]]);
});

test("the log names the page, but never the token or data of a card", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const answer = await submitCard(link, { card: { ...approvedCard, cv2: "1" } });
  const { text } = await readLog(String(answer.headers["x-request-id"]));
  expect(text).toContain("/l/[…]/pay");
  expect(text).not.toContain(link.token);
  expect(text).not.toMatch(/43550800/);
});

test("404 on the origin of the API; 421 for a made-up host", async ({ merchant }) => {
  const { token } = await merchant.createdLink();
  expect((await ask(sandbox.apiUrl, `/l/${token}`)).status).toBe(404);
  expect((await ask(sandbox.payUrl, `/l/${token}`, { headers: { Host: "evil.example" } })).status).toBe(421);
  const poisoned = await merchant.createLink({}, { headers: { "X-Forwarded-Host": "evil.example" } });
  expect(poisoned.json().url).toMatch(new RegExp(`^${sandbox.payUrl}/l/[\\w-]{43}$`));
  expect((await handOver(token)).status, "a token is not a payment reference").toBe(404);
});
