import { randomUUID } from "node:crypto";
import { buy, expect, expectBackInShop, openCheckout, payThrough3ds, test, typeCard } from "../support/browser";
import { handOver, payOverHttp, postForm } from "../support/buyer";
import { approvedCard } from "../support/cards";
import { expectError } from "../support/envelope";
import { ask } from "../support/http";
import { logText } from "../support/log-file";
import { expectSafeDocument, readPolicy, watch } from "../support/page-safety";
import { sandbox } from "../support/product";

const inEnglish = { headers: { "Accept-Language": "en" } };
const form = (paymentRef: string) => postForm(`${sandbox.payUrl}/handoff`, { paymentRef }, inEnglish);

test("every document's policy has a new nonce and allows nothing inline and no external resource", async ({
  merchant,
}) => {
  const { paymentRef } = await merchant.created();
  const documents = [await form(paymentRef), await form(paymentRef), await handOver("x"), await handOver(paymentRef)];
  const nonces = documents.map(expectSafeDocument);
  expect(new Set(nonces).size).toBe(documents.length);
});

test("forms may be sent to us only; on the page that leads to the bank, to the bank only", async ({ merchant }) => {
  const { paymentRef } = await merchant.created();
  expect(readPolicy(await form(paymentRef))["form-action"]).toBe("'self'");
  expect(readPolicy(await handOver("x"))["form-action"]).toBe("'self'");
  expect(readPolicy(await handOver(paymentRef))["form-action"]).toBe(sandbox.bankUrl);
});

test("every document has no-store, no-referrer, no cookie and no trace of the framework", async ({ merchant }) => {
  const { paymentRef } = await merchant.created();
  for (const { headers, text } of [await form(paymentRef), await handOver("x"), await handOver(paymentRef)]) {
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["set-cookie"]).toBeUndefined();
    expect(text).not.toMatch(/_next|__next|self\.__|\/\/[^"' ]*\.(com|net|io)\b/i);
  }
});

test("the redirect back to the shop has no-store and no-referrer too", async ({ merchant }) => {
  const { status, headers, text } = await payOverHttp(await merchant.created());
  expect(status).toBe(303);
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
  expect(text).toBe("");
});

test("a whole payment contacts only the shop, us and the bank, keeps no cookie and breaks no policy", async ({
  page,
  context,
  shop,
  order,
}) => {
  const watched = watch(page);
  const payment = await order();
  await payThrough3ds(page, shop, payment);
  await expectBackInShop(page, shop, payment, "success");
  expect([...watched.origins].sort()).toEqual([shop.origin, sandbox.payUrl, sandbox.bankUrl].sort());
  expect(await context.cookies()).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test("runs only the scripts of the inventory, each with its reason and its correct digest", async ({
  page,
  shop,
  order,
}) => {
  const list = await ask(sandbox.payUrl, "/.well-known/payment-page-scripts.json");
  const { scripts } = list.json();
  expect(list.headers["content-type"]).toContain("application/json");
  const watched = watch(page);
  await openCheckout(page, shop, await order());
  await buy(page);
  await typeCard(page, approvedCard);
  const inPage = await page.evaluate(() =>
    [...document.scripts].map(({ src, integrity, text }) => ({ src, integrity, text })),
  );
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  const listed = scripts.map(({ src, integrity }: { src: string; integrity: string }) => ({
    src: new URL(src, sandbox.payUrl).href,
    integrity,
    text: "",
  }));
  const [cardForm, waiting] = listed;
  expect(inPage).toEqual([cardForm]);
  expect([...watched.scripts]).toEqual([cardForm.src, waiting.src]);
  for (const { src, integrity, why } of scripts) {
    expect(why).toMatch(/\w+ \w+/);
    const { text, status, headers } = await ask(sandbox.payUrl, new URL(src, sandbox.payUrl).pathname);
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain("javascript");
    const [algorithm = "", digest] = integrity.split(/-(.*)/s);
    const bytes = await crypto.subtle.digest(algorithm.replace("sha", "SHA-"), new TextEncoder().encode(text));
    expect(Buffer.from(bytes).toString("base64")).toBe(digest);
    expect(Buffer.byteLength(text)).toBeLessThan(20_480);
  }
});

test("204 for a report of a broken policy, which is stored and logged as a warning; other bodies are refused", async () => {
  const address = `${sandbox.payUrl}/csp-report`;
  const evil = `https://evil-${randomUUID().slice(0, 6)}.example`;
  const report = JSON.stringify({
    "csp-report": { "violated-directive": "script-src", "blocked-uri": `${evil}/steal/4355080000000005?q=1` },
  });
  const answer = await postForm(address, report, { headers: { "Content-Type": "application/csp-report" } });
  expect([answer.status, answer.text]).toEqual([204, ""]);
  const modern = JSON.stringify([{ type: "csp-violation", body: { effectiveDirective: "img-src", blockedURL: evil } }]);
  expect((await postForm(address, modern, { headers: { "Content-Type": "application/reports+json" } })).status).toBe(
    204,
  );
  await expect
    .poll(
      () =>
        logText()
          .split("\n")
          .filter((line) => line.includes(evil)).length,
    )
    .toBe(2);
  const warned = logText()
    .split("\n")
    .filter((line) => line.includes(evil))
    .map((line) => JSON.parse(line).level);
  expect(warned).toEqual(["warn", "warn"]);
  expect(logText(), "a card number in a report is not stored").not.toContain("4355080000000005");
  expectError(
    await postForm(address, "{", { headers: { "Content-Type": "application/csp-report" } }),
    400,
    "validation_error",
  );
  expectError(await postForm(address, "a=b"), 415, "unsupported_media_type");
  expectError(await ask(sandbox.payUrl, "/csp-report"), 405, "method_not_allowed");
});

test("no other site can show our pages in a frame", async ({ page, shop, order }) => {
  const payment = await order();
  await openCheckout(page, shop, payment);
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.name = "trap";
    document.body.append(frame);
    document.forms[0]?.setAttribute("target", "trap");
  });
  const answered = page.waitForResponse(payment.handoffUrl);
  await buy(page);
  expect((await answered).status()).toBe(200);
  await expect.poll(() => page.frame("trap")?.url(), "the browser shows its own error page").toMatch(/^chrome-error:/);
});
