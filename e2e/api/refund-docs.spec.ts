import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import { cardWith } from "../support/cards";
import { bankLedger, control } from "../support/controls";
import { testGuide } from "../support/guide";
import { commandIn, readCodeBlocks } from "../support/guide-text";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { expectBooksAgree, newRefundCode, Refunder } from "../support/refund-steps";

const path = "/docs/refunds";
const refunder = new Refunder(new Merchant(sandbox.apiUrl, demo));
const { merchant } = refunder;

testGuide({
  path,
  titles: { tr: "İptal ve iade", en: "Refunds" },
  files: ["refunds.mjs"],
  links: 17,
  weightKib: 12,
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, locale: "en-GB" });

  test("the start page, the other guides and the test cards link to the guide, and it links to them", async ({
    page,
  }) => {
    for (const [from, name] of [
      ["/", "Refunds"],
      ["/docs/payment-links", "The guide to refunds"],
      ["/docs/webhooks", "The guide to refunds"],
      ["/docs/test-cards", "To give their payments back: refunds"],
    ] as const) {
      await page.goto(sandbox.apiUrl + from);
      await page.getByRole("link", { name }).click();
      await expect(page).toHaveURL(sandbox.apiUrl + path);
    }
    await page.getByRole("link", { name: "Webhooks" }).click();
    await expect(page).toHaveURL(`${sandbox.apiUrl}/docs/webhooks`);
  });
});

for (const language of ["tr", "en"]) {
  test(`201 for the guide's request in ${language}; responses and records have the members of the examples`, async () => {
    const all = await readCodeBlocks(path, language);
    const { path: command, body } = commandIn(all, "/refunds");
    const shown = (member: string) => JSON.parse(all.find((block) => block.includes(`"${member}"`)) ?? "{}");
    const paymentCode = await refunder.captured();
    const before = await refunder.getRefunds(paymentCode);
    expect(describeShape(shown("refundOptions").refundOptions)).toEqual(describeShape(before.refundOptions));
    const sent = { ...body, partnerRefundCode: newRefundCode() };
    const target = command.replace("$PAYMENT_CODE", paymentCode);
    const answer = await merchant.post(sent, {}, target);
    expect(answer.status, answer.text).toBe(201);
    const { refundId, ...rest } = answer.json();
    const { refundId: shownId, ...shownRest } = JSON.parse(
      all.find((block) => block.startsWith("{") && block.includes('"refundId"')) ?? "{}",
    );
    expect([Object.keys(rest), rest]).toEqual([Object.keys(shownRest), shownRest]);
    expect(refundId).toHaveLength(shownId.length);
    const [record] = (await merchant.get(target)).json().items;
    expect(Object.keys(shown("currency"))).toEqual(Object.keys(record));
    expect(record).toMatchObject({ refundId, ...rest });
  });
}

/** Returns the names of the members at every level, and whether each has a value. */
const describeShape = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, inner]) => [name, describeShape(inner)])
    : typeof value;

test("the program refunds once per code, finds the refund again, and returns the remaining amount", async () => {
  Object.assign(process.env, { API_ORIGIN: sandbox.apiUrl, API_KEY: demo.apiKeys[0] });
  const program = await import(pathToFileURL("components/docs/samples/refunds.mjs").href);
  const [paymentCode, other] = [await refunder.captured(), await refunder.captured()];
  const order = { partnerRefundCode: newRefundCode(), amount: 25_050 };
  expect(await program.findRefund(order.partnerRefundCode)).toBeNull();
  const begun = await program.refund(paymentCode, order, "/credit");
  expect(begun).toMatchObject({ method: "credit", status: "approved" });
  // As after a broken connection, the same call finds the existing refund.
  expect(await program.refund(paymentCode, order, "/credit")).toMatchObject({ ...begun, paymentCode });
  await expect(program.refund(other, order)).rejects.toMatchObject({ code: "refund_in_progress" });
  const partly = { ...order, partnerRefundCode: newRefundCode() };
  await expect(program.refund(other, partly)).rejects.toMatchObject({ code: "refund_not_yet_available" });
  expect(await program.refundsOf({ paymentCode })).toHaveLength(1);
  const { refund, refundOptions } = await program.getPayment(paymentCode);
  expect(refund).toMatchObject({ status: "partial", remainingAmount: 100_000 });
  expect(refundOptions.void).toMatchObject({ available: false, reason: "partly_refunded" });
  await expectBooksAgree(refunder, [paymentCode, other]);
});

test("the cards behave as in the guide and in the list of cards", async () => {
  const withCard = (outcome: string) => refunder.captured(cardWith({ outcome }));
  const readFailureCode = async (refundId: string) => (await refunder.record(refundId)).failureCode;
  const [unvoided, uncredited, lost] = [
    await withCard("void_declined"),
    await withCard("credit_declined"),
    await withCard("credit_lost_taken"),
  ];
  const pending = await refunder.expect("pending", lost, "credit");
  expect(await readFailureCode(await refunder.expect("declined", unvoided, "void"))).toBe("declined_by_bank");
  await refunder.expect("approved", unvoided, "credit");
  expect(await readFailureCode(await refunder.expect("declined", uncredited, "credit"))).toBe("declined_by_bank");
  await refunder.expect("approved", uncredited, "void");
  const status = async () => (await refunder.record(pending)).status;
  await expect.poll(status).toBe("approved");
  await expectBooksAgree(refunder, [unvoided, uncredited, lost]);
});

test("200 for the list of cards on a phone: no violation, and only the table scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  expect((await page.goto(`${sandbox.apiUrl}/docs/test-cards`))?.status()).toBe(200);
  await expectNoViolation(page);
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await page.evaluate(isWide)).toBe(false);
});

for (const [page, id] of [
  [path, "sandbox"],
  ["/docs/test-cards", null],
] as const) {
  test(`every refund outcome on ${page} is that of a card`, async () => {
    const { text } = await ask(sandbox.apiUrl, `${page}?lang=en`);
    const part = id ? (text.split(`<section id="${id}"`)[1]?.split("</section>")[0] ?? "") : text;
    const terms = [...part.matchAll(/<dt>(?:<!-- -->)?<code>(\w+)<\/code>/g)].map(([, name = ""]) => name);
    const named = terms.filter((name) => !name.startsWith("trm_"));
    const late = ["void_declined", "credit_declined", "credit_lost_taken"];
    expect(named).toEqual(id ? ["approved", ...late] : late);
    expect(sandbox.cards.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(named));
  });
}

test("the terminals on /docs/test-cards are those of the four protocols", async () => {
  const { text } = await ask(sandbox.apiUrl, "/docs/test-cards?lang=en");
  const named = [...text.matchAll(/<code>(trm_\w+)<\/code>/g)].map(([, name]) => name);
  const { default: nestpay, garanti, posnet, payfor } = demo.terminals;
  expect(named).toEqual([nestpay, garanti, posnet, payfor]);
});

test("the sandbox controls of the guide exist and accept its requests", async () => {
  const all = await readCodeBlocks(path, "en");
  const clock = commandIn(all, "/sandbox/clock");
  expect(clock).toEqual({ path: "/sandbox/clock", body: { advanceSeconds: 86_400 } });
  const settings = (await control("GET", "/sandbox/bank")).json();
  for (const block of all.filter((text) => text.includes('/sandbox/bank"'))) {
    expect(settings).toMatchObject(
      Object.fromEntries(Object.keys(commandIn([block], "").body).map((name) => [name, expect.anything()])),
    );
  }
  const { path: terminal, body } = commandIn(all, "/sandbox/terminals/");
  const target = terminal.replace("$TERMINAL_ID", merchant.terminal("inactive"));
  expect((await control("PATCH", target, body)).json()).toMatchObject({ ...body });
  expect((await control("PATCH", target, { dayEndLocal: "00:00" })).status).toBe(200);
  expect(commandIn(all, "/ledger").path).toBe("/sandbox/bank/ledger");
  expect(Object.keys(await bankLedger())).toEqual(["captured", "voided", "credited", "orders"]);
  expect(Object.keys(demo.terminals)).toContain("direct");
});
