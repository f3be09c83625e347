import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { testGuide } from "../support/guide";
import { commandIn, readCodeBlocks } from "../support/guide-text";
import { ask } from "../support/http";
import { type Link, Merchant } from "../support/merchant";
import { demo, linksDisabled, sandbox } from "../support/product";

const path = "/docs/payment-links";
const merchant = new Merchant(sandbox.apiUrl, demo);

testGuide({
  path,
  titles: { tr: "Ödeme linkleri", en: "Payment links" },
  files: ["payment-links.mjs"],
  links: 15,
  weightKib: 10,
});

const blocks = (language: string) => readCodeBlocks(path, language);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, locale: "en-GB" });

  test("the guide and the test cards link to each other, and the start page links to the guide", async ({ page }) => {
    await page.goto(sandbox.apiUrl);
    await page.getByRole("link", { name: "Payment links" }).click();
    await page.getByRole("link", { name: "Test cards" }).click();
    await page.getByRole("link", { name: /payment links/ }).click();
    await expect(page).toHaveURL(sandbox.apiUrl + path);
  });

  test("on a narrow screen each cell about a state is below its label", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(sandbox.apiUrl + path);
    const labels = await page
      .locator("#states tbody tr")
      .first()
      .locator("td")
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
    const heads = ["Meaning", "Can be paid", "Becomes", "Webhook"];
    expect(labels).toEqual(heads.map((label) => `"${label}: "`));
  });
});

for (const language of ["tr", "en"]) {
  test(`201 for the guide's request in ${language}; the response has the members of the example and the sent values`, async () => {
    const all = await blocks(language);
    const { body } = commandIn(all, "/v1/payment-links");
    const link = await merchant.createdLink({ ...body, terminalId: merchant.terminal("default") });
    const shown: Link = JSON.parse(all.find((block) => block.includes('"token"')) ?? "");
    expect(Object.keys(shown)).toEqual(Object.keys(link));
    const { id, token, url, partnerReference, createdAt, updatedAt, expiresAt, ...rest } = shown;
    expect(link).toMatchObject(rest);
    expect([id.length, token.length, url.slice(0, -token.length)]).toEqual([
      link.id.length,
      link.token.length,
      link.url.slice(0, -link.token.length),
    ]);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(Date.parse(link.expiresAt) - Date.parse(link.createdAt));
    expect([typeof partnerReference, updatedAt]).toEqual([typeof link.partnerReference, createdAt]);
  });
}

test("the limits in the guide are those of the API reference", async () => {
  const { text } = await ask(sandbox.apiUrl, `${path}?lang=en`);
  const rows = [...text.matchAll(/<th scope="row">(?:<!-- -->)?<code>(\w+)<\/code>(.*?)<\/tr>/gs)];
  const rules = new Map(rows.map(([, field = "", rest = ""]) => [field, rest.replace(/<[^>]+>/g, "")]));
  const reference = (await ask(sandbox.apiUrl, "/openapi.json")).json();
  const { properties, required } = reference.components.schemas.CreatePaymentLinkRequest;
  expect([...rules.keys()].filter((field) => field in properties)).toEqual(
    expect.arrayContaining(Object.keys(properties)),
  );
  for (const [field, rule] of rules) {
    if (field in properties) expect(rule.startsWith("yes"), field).toBe(required.includes(field));
  }
  // A terminal's id has no documented length.
  const { terminalId: _, ...bounded } = properties;
  const limits = [...JSON.stringify(bounded).matchAll(/"max(?:Length|imum|Items)":(\d+)/g)];
  expect(limits.length).toBeGreaterThanOrEqual(7);
  const figures = [...rules.values()].join(" ").match(/\d+/g);
  for (const [, limit] of limits) expect(figures).toContain(limit);
});

test("200 for the guide's commands that query, list and cancel", async () => {
  const all = await blocks("en");
  const link = await merchant.createdLink({ amount: 4_711 });
  const list = commandIn(all, "/v1/payment-links?");
  const answer = (await merchant.get(list.path)).json();
  expect(Object.keys(answer)).toEqual(["items", "page", "size", "hasMore"]);
  expect(answer.size).toBe(100);
  expect(all.find((block) => block.includes('"hasMore"'))).toContain('"size": 100');
  const { path: one } = commandIn(all, "/v1/payment-links/$LINK_ID");
  const target = one.replace("$LINK_ID", link.id);
  expect((await merchant.get(target)).json()).toEqual(link);
  expect(all.some((block) => block.startsWith("curl -X DELETE") && block.includes(one))).toBe(true);
  expect((await merchant.get(target, { method: "DELETE" })).json().status).toBe("cancelled");
});

test("the program creates links, lists them page by page, and cancels those that can be cancelled", async () => {
  Object.assign(process.env, { API_ORIGIN: sandbox.apiUrl, API_KEY: demo.apiKeys[0] });
  const program = await import(pathToFileURL("components/docs/samples/payment-links.mjs").href);
  const amount = 100_000_000 + Math.floor(Math.random() * 900_000_000);
  const terminalId = merchant.terminal("default");
  const made: Link[] = [];
  for (let n = 0; n < 5; n += 1) made.unshift(await program.createLink({ amount, terminalId }));
  const found: string[] = [];
  for await (const { id } of program.listLinks({ minAmount: amount, maxAmount: amount, size: 2 })) {
    found.push(id);
    // A link that is created meanwhile must not change the pages.
    if (found.length === 1) await program.createLink({ amount, terminalId });
  }
  const ids = made.map(({ id }) => id);
  expect(found).toEqual(ids);
  const [paymentLinkId] = ids;
  expect((await program.subjectOf({ paymentLinkId })).status).toBe("pending");
  expect((await program.cancelLink(paymentLinkId)).status).toBe("cancelled");
  expect((await program.cancelLink(paymentLinkId)).status).toBe("cancelled");
  const cancelled = [];
  for await (const { id } of program.listLinks({ status: ["cancelled", "expired"], minAmount: amount })) {
    cancelled.push(id);
  }
  expect(cancelled).toContain(paymentLinkId);
  await expect(program.getLink("pl_none")).rejects.toMatchObject({ code: "payment_link_not_found" });
});

test("200 for the guide's QR code; neither it nor a messenger's preview counts as an opening of the link", async () => {
  const link = await merchant.createdLink();
  const { pathname } = new URL(link.url);
  const code = await ask(sandbox.payUrl, `${pathname}/qr.svg`);
  expect([code.status, code.headers["content-type"]]).toEqual([200, expect.stringContaining("image/svg+xml")]);
  expect((await ask(sandbox.payUrl, pathname, { headers: { "User-Agent": "WhatsApp/2.23" } })).status).toBe(200);
  expect(await merchant.link(link.id)).toMatchObject({ status: "pending", firstOpenedAt: null });
  const page = await ask(sandbox.payUrl, `${pathname}?lang=en`, { headers: { "Accept-Language": "tr" } });
  expect(page.text).toContain('lang="en"');
  expect((await merchant.link(link.id)).status).toBe("launched");
});

test("the sandbox outcomes, terminals and settings in the guide exist", async () => {
  const { text } = await ask(sandbox.apiUrl, `${path}?lang=en`);
  const section = text.split('<section id="sandbox"')[1]?.split("</section>")[0] ?? "";
  const named = [...section.matchAll(/<dt>(?:<!-- -->)?<code>(\w+)<\/code>/g)].map(([, outcome]) => outcome);
  expect(named).toHaveLength(5);
  expect(sandbox.cards.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(named));
  for (const name of ["posnet", "singleOnly", "installmentsOnly", "limited"]) {
    expect(section).toContain(`<code>${name}</code>`);
    expect(Object.keys(demo.terminals)).toContain(name);
  }
  const all = await blocks("en");
  expect(commandIn(all, "/sandbox/clock")).toEqual({
    path: "/sandbox/clock",
    body: { advanceSeconds: 604_800 },
  });
  // This account already has the setting.
  const { path: settings, body } = commandIn(all, "paymentLinksEnabled");
  const answer = await ask(sandbox.apiUrl, settings.replace("$PARTNER_ID", linksDisabled.partnerId), {
    method: "PATCH",
    headers: { Authorization: `Bearer ${sandbox.sandboxKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect([answer.status, answer.json().paymentLinksEnabled]).toEqual([200, false]);
});
