import { expect, test } from "../support/browser";
import { postForm } from "../support/buyer";
import { approvedCard, cardWith, newCard } from "../support/cards";
import {
  askLink,
  choicesFor,
  getLinkPayment,
  inEnglish,
  inTurkish,
  open,
  payLink,
  readPageState,
  submitCard,
} from "../support/link-buyer";
import type { Link } from "../support/merchant";
import { sandbox } from "../support/product";
import { dumpDatabase } from "../support/traces";

test("404 in both languages for an unknown token of any form", async ({ merchant }) => {
  const { url, token } = await merchant.createdLink();
  for (const wrong of ["x".repeat(43), token.slice(1), `${token}A`, "%F0%9F%92%A9", "a%20b"]) {
    const link = { url: `${sandbox.payUrl}/l/${wrong}`, amount: 1 };
    for (const [part, ask, words] of [
      ["", inTurkish, "link"],
      ["?lang=en", inTurkish, "link"],
      ["/qr.svg", inTurkish, ""],
      ["/status", inTurkish, ""],
      ["/result", inTurkish, ""],
    ] as const) {
      const answer = await askLink(link, part, ask);
      expect(answer.status, `${wrong}${part}`).toBe(404);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.text).toContain(words);
      expect(answer.text).not.toMatch(/_next|digest|NEXT_/);
    }
    for (const part of ["pay", "card", "options", "give-up"]) {
      expect((await postForm(`${link.url}/${part}`, { bin: "43550800" })).status, part).toBe(404);
    }
  }
  expect((await askLink({ url }, "?lang=en", inTurkish)).text).toContain('lang="en"');
});

test("uses the language of the switch or the browser, and Turkish without either", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const cases: [part: string, language: string | undefined, expected: string][] = [
    ["", "tr-TR,tr;q=0.9,en;q=0.8", "tr"],
    ["", "en-GB,en;q=0.9", "en"],
    ["", undefined, "tr"],
    ["", "de-AT,de;q=0.9,en;q=0.8", "de"],
    ["", "ar", "ar"],
    ["", "fr-FR,fr;q=0.9", "en"],
    ["", "*", "tr"],
    ["?lang=en", "tr-TR", "en"],
    ["?lang=tr", "en-GB", "tr"],
    ["?lang=uk", "ru", "uk"],
    ["?lang=xx", "en-GB", "en"],
  ];
  for (const [part, accepted, expected] of cases) {
    const headers: Record<string, string> = accepted === undefined ? {} : { "Accept-Language": accepted };
    const { headers: received, text } = await open(link, part, { headers });
    expect(received["content-language"]).toBe(expected);
    expect(/<html[^>]* lang="(\w+)"/.exec(text)?.[1], `${part} ${accepted}`).toBe(expected);
  }
});

test("masks the payer's name, which appears unmasked in no page and no header", async ({ merchant }) => {
  const payerName = "Şükrü Çağlayangil";
  const link = await merchant.createdLink({ payerName });
  const before = [await open(link), await open(link, "?lang=en", inEnglish)];
  const answers = [...before, await submitCard(link, { fields: { cv2: "1" } }), await submitCard(link)];
  await payLink(await merchant.createdLink({ payerName }));
  for (const { text, headers } of answers) {
    const everything = `${text}${JSON.stringify(headers)}`;
    expect(everything).not.toMatch(/Şükrü|Çağlayangil|ükr|ağlayan|\\u015e|%C5%9E/i);
  }
  for (const { text } of before) expect(text).toContain("Şü*** Ça*********");
  expect(await merchant.link(link.id)).toMatchObject({ payerName });
});

test("shows the merchant's texts as plain text, without effect of markup, direction controls or line breaks", async ({
  page,
  merchant,
}) => {
  const evil = `<script>document.title="owned"</script><img src=x onerror=alert(1)>"'&amp;`;
  const link = await merchant.createdLink({
    description: evil,
    payerName: `${evil}\u202Egnp`,
    items: [{ name: evil, note: evil, amount: 125_050 }],
  });
  await page.goto(link.url);
  await expect(page.locator("main")).toContainText(evil);
  await expect(page).not.toHaveTitle("owned");
  await expect(page.locator("main img, main script")).toHaveCount(0);
  expect(await page.locator("body").innerText()).not.toContain("\u202E");
});

test("offers a card the options of the merchant's look-up that the link allows", async ({ merchant }) => {
  const share = { customerCommissionShareBps: 10_000 };
  const link = await merchant.createdLink({ ...share, allowedInstallmentCounts: [6, 1, 3] });
  for (const card of [approvedCard, cardWith({ brand: "bonus" }), newCard()]) {
    const lookedUp = (await merchant.installmentOptions(card.pan, { baseAmount: link.amount, ...share })).json();
    const options: { installmentCount: number; totalAmount: number }[] = lookedUp.options;
    const expected = options
      .filter(({ installmentCount }) => [1, 3, 6].includes(installmentCount))
      .map(({ installmentCount, totalAmount }) => `${installmentCount}-${totalAmount}`);
    expect(expected).toHaveLength(3);
    expect(await choicesFor(link, card)).toEqual(expected);
  }
  expect(await choicesFor(link, cardWith({ family: "debit" }))).toHaveLength(1);
  const refused = await submitCard(link, { count: 2, total: link.amount });
  expect(refused.status, "a count that the link does not allow").toBe(422);
  expect((await merchant.link(link.id)).status, "the card was not refused").toBe("pending");
});

test("422 for an option above the maximum, which is shown but cannot be chosen", async ({ merchant }) => {
  const link = await merchant.createdLink({ amount: 1_000_000_000, customerCommissionShareBps: 10_000 });
  const { text } = await postForm(`${link.url}/options`, { bin: approvedCard.pan.slice(0, 8), lang: "tr" });
  const tags = [...text.matchAll(/<input\b[^>]*name="choice"[^>]*>/g)].map(([tag]) => tag);
  expect(tags.length).toBeGreaterThan(0);
  for (const tag of tags) expect(tag).toContain("disabled");
  const total = Number(/value="1-(\d+)"/.exec(text)?.[1]);
  expect(total).toBeGreaterThan(1_000_000_000);
  const answer = await submitCard(link, { total });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("10.000.000,00");
});

test("422 for a total that the buyer did not see, and without a choice when there are options", async ({
  merchant,
}) => {
  const link = await merchant.createdLink();
  for (const submit of [{ total: 125_049 }, { total: 125_051 }, { count: null }]) {
    const answer = await submitCard(link, submit);
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/<form[^>]*action="[^"]*\/pay\?lang=tr"/);
    expect(answer.text, "the options are shown").toContain('value="3-125050"');
  }
  expect((await merchant.link(link.id)).status).not.toBe("failed");
});

test("400 for wrong fields with an error for each, without repeating the card or using an attempt", async ({
  merchant,
}) => {
  const link = await merchant.createdLink();
  const card = newCard();
  for (const [name, wrong] of Object.entries({
    pan: "4355080000000006",
    expireMonth: "13",
    expireYear: "20",
    cv2: "1",
  })) {
    const answer = await submitCard(link, { card: { ...card, [name]: wrong } });
    expect(answer.status, name).toBe(400);
    expect(answer.text).toMatch(new RegExp(`id="${name === "expireYear" ? "expireMonth" : name}"|id="${name}"`));
    expect(answer.text).toContain('aria-invalid="true"');
    expect(answer.text).not.toMatch(new RegExp(`${card.pan}|value="${card.cv2}"|${card.pan.slice(8)}`));
  }
  expect(await merchant.find(`PL-${link.partnerReference}-1`)).toMatchObject({ status: 404 });
});

test("422 for a limit of the bank connection with one neutral page, and without a trace of the attempt", async ({
  merchant,
}) => {
  const terminals: Link[] = [];
  for (const name of ["virtualPosInactive", "pspInactive"] as const)
    terminals.push(await merchant.createdLink({ terminalId: merchant.terminal(name) }));
  terminals.push(await merchant.createdLink({ terminalId: merchant.terminal("limited"), amount: 100_001 }));
  const pages = new Set<string>();
  for (const link of terminals) {
    const answer = await submitCard(link, { fields: { lang: "en" } });
    expect(answer.status).toBe(422);
    expect(answer.text.replace(/<style.*?<\/style>/s, "")).not.toMatch(/limit|inactive|virtual|psp|\bPOS\b/i);
    expect(answer.text).not.toMatch(/<input(?![^>]*hidden)/);
    pages.add(/<h1[^>]*>(.*?)<\/h1>/.exec(answer.text)?.[1] ?? "");
    expect((await merchant.link(link.id)).status).toBe("launched");
    expect((await merchant.find(`PL-${link.partnerReference}-1`)).status).toBe(404);
  }
  expect([...pages], "the same page for every limit").toHaveLength(1);
});

test("numbers the PL-codes of the attempts, independent of the merchant's own codes", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const taken = `PL-${link.partnerReference}-1`;
  await merchant.created({ partnerTxCode: taken });
  const back = await payLink(link, {}, "000000");
  expect(back.status).toBe(303);
  await payLink(link, { card: newCard() });
  const payment = await getLinkPayment(merchant, link, 3);
  expect(payment).toMatchObject({ status: "captured", amount: link.amount });
  expect((await merchant.link(link.id)).status).toBe("completed");
});

test("the QR code contains exactly the link's address", async ({ merchant, page }) => {
  const link = await merchant.createdLink();
  const { status, headers, text } = await askLink(link, "/qr.svg");
  expect(status).toBe(200);
  expect(headers["content-type"]).toContain("image/svg+xml");
  expect(headers["cache-control"]).toBe("no-store");
  expect(text).not.toMatch(/<script|href=|onload/i);
  await page.setContent(text);
  await expect(page.locator("svg")).toBeVisible();
});

test("stores no readable token in the database", async ({ merchant }) => {
  const { token, url } = await merchant.createdLink();
  await payLink({ url, amount: 125_050 });
  for (const { where, bytes } of await dumpDatabase(sandbox.databaseUrl))
    expect(bytes.includes(token), where).toBe(false);
});

test("409 with the page of the cancelled link, and no payment, for a form that was still open", async ({
  merchant,
}) => {
  const link = await merchant.createdLink();
  expect((await merchant.cancelLink(link.id)).status).toBe(200);
  for (const answer of [
    await submitCard(link, {}, inEnglish),
    await postForm(`${link.url}/options`, { bin: "43550800", lang: "en" }),
  ]) {
    expect(answer.status).toBe(409);
    expect(answer.text).not.toContain(approvedCard.pan);
  }
  expect((await submitCard(link)).text).toContain("iptal");
  expect((await merchant.find(`PL-${link.partnerReference}-1`)).status).toBe(404);
  expect(await readPageState(link)).toBe("cancelled");
});

test("403 for a form on another site, but not for a WebView without an origin", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const from = (headers: Record<string, string>) => submitCard(link, { fields: { cv2: "1" } }, { headers });
  expect((await from({ Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  expect((await from({ Origin: "null" })).status).toBe(400);
  expect((await from({ Origin: sandbox.payUrl, "Sec-Fetch-Site": "same-origin" })).status).toBe(400);
});

test("405, 413 and 415 with pages in plain words", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const json = { ...inEnglish, headers: { ...inEnglish.headers, "Content-Type": "application/json" } };
  const answers = [
    [405, await askLink(link, "/pay", inEnglish)],
    [413, await postForm(`${link.url}/pay`, { pan: "4".repeat(20_000) }, inEnglish)],
    [415, await postForm(`${link.url}/pay`, "{}", json)],
  ] as const;
  for (const [status, answer] of answers) {
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/<h1[^>]*>[A-Z]/);
    expect(answer.text).not.toMatch(/"error"|_next|4444/);
  }
});
