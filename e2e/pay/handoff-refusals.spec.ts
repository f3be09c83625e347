import { expect, test } from "@playwright/test";
import { cardFields, handOver, payOverHttp, postForm } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { changePartner, changeTerminal } from "../support/controls";
import { expectError, expectNoLeak } from "../support/envelope";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, linksDisabled, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const address = `${sandbox.payUrl}/handoff`;
const asJson = { headers: { Accept: "application/json" } };
const terminalId = merchant.terminal.bind(merchant);

/** Expects the refusal as JSON and as a page in both languages, with the same status. */
async function expectRefusal(paymentRef: string, status: number, code: string, card = approvedCard): Promise<void> {
  expectError(await handOver(paymentRef, card, asJson), status, code);
  for (const language of ["tr", "en"]) {
    const page = await handOver(paymentRef, card, { headers: { "Accept-Language": language } });
    expect(page.status).toBe(status);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-language"]).toBe(language);
    expect(page.text).toContain(`<html lang="${language}" dir="ltr">`);
    expect(page.text).toContain(String(page.headers["x-request-id"]));
    expect(page.text, "pages show no codes").not.toContain(code);
    expect(page.text.includes('href="https://shop.example/return"')).toBe(code !== "payment_ref_invalid");
    expect(page.text).not.toContain(card.pan);
    expectNoLeak(page.text.replace(/<style[\s\S]*<\/style>/, ""));
  }
}

test.describe("404 payment_ref_invalid", () => {
  for (const ref of [
    "",
    "x",
    "A".repeat(43),
    "A".repeat(5000),
    "' or 1=1 --",
    "\u0000",
    "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
  ]) {
    test(`404 ${ref.length} characters: ${JSON.stringify(ref.slice(0, 20))}`, async () => {
      await expectRefusal(ref, 404, "payment_ref_invalid");
    });
  }
  test("404 without a reference, and for a payment code as reference", async () => {
    expectError(await postForm(address, cardFields(approvedCard), asJson), 404, "payment_ref_invalid");
    const { paymentCode } = await merchant.created();
    expectError(await handOver(paymentCode, approvedCard, asJson), 404, "payment_ref_invalid");
  });
});

test("409 payment_prepare_already_started for an open attempt, a captured and a failed payment", async () => {
  const underWay = await merchant.created();
  expect((await handOver(underWay.paymentRef)).status).toBe(200);
  await expectRefusal(underWay.paymentRef, 409, "payment_prepare_already_started");
  await payOverHttp(await merchant.created());
  const captured = await merchant.created();
  await payOverHttp(captured);
  await expectRefusal(captured.paymentRef, 409, "payment_prepare_already_started");
  expectError(
    await postForm(address, { paymentRef: captured.paymentRef }, asJson),
    409,
    "payment_prepare_already_started",
  );
});

test("422 virtual_pos_inactive and psp_inactive; the payment stays initiated and no attempt is used", async () => {
  for (const [terminal, code] of [
    ["virtualPosInactive", "virtual_pos_inactive"],
    ["pspInactive", "psp_inactive"],
  ] as const) {
    const payment = await merchant.created({ terminalId: terminalId(terminal) });
    for (let round = 0; round < 3; round++) await expectRefusal(payment.paymentRef, 422, code);
    expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "initiated" });
  }
});

test("422 virtual_pos_inactive at a terminal that was switched off after the payment was created", async () => {
  const account = new Merchant(sandbox.apiUrl, linksDisabled);
  const terminal = linksDisabled.terminals.netBasis;
  const payment = await account.created({ terminalId: terminal });
  await changeTerminal(terminal, { active: false });
  await expectRefusal(payment.paymentRef, 422, "virtual_pos_inactive");
  await changeTerminal(terminal, { active: true });
  expect((await handOver(payment.paymentRef)).status).toBe(200);
});

test("422 virtual_pos_card_type_not_supported for foreign cards and families that the terminal does not allow", async () => {
  const foreign = await merchant.created({ terminalId: terminalId("domesticOnly") });
  await expectRefusal(foreign.paymentRef, 422, "virtual_pos_card_type_not_supported", cardWith({ family: "foreign" }));
  expect((await handOver(foreign.paymentRef)).status, "another card may be tried").toBe(200);
  for (const family of ["debit", "prepaid"]) {
    const { paymentRef } = await merchant.created({ terminalId: terminalId("creditOnly") });
    expectError(await handOver(paymentRef, cardWith({ family }), asJson), 422, "virtual_pos_card_type_not_supported");
  }
});

test("422 installment_not_allowed for debit, prepaid and foreign cards, which allow a single charge only", async () => {
  for (const family of ["debit", "prepaid", "foreign"]) {
    const { paymentRef, paymentCode } = await merchant.created({ installment: 3 });
    expectError(await handOver(paymentRef, cardWith({ family }), asJson), 422, "installment_not_allowed");
    expect(await merchant.payment(paymentCode)).toMatchObject({ status: "initiated", installment: 3 });
    expect((await handOver(paymentRef, cardWith({ family: "credit" }))).status).toBe(200);
  }
});

test("200 for a payment that is older than a restriction of the account", async () => {
  const account = new Merchant(sandbox.apiUrl, linksDisabled);
  const payment = await account.created({ installment: 6 });
  await changePartner(linksDisabled.partnerId, { installmentCounts: [1] });
  const started = await handOver(payment.paymentRef);
  await changePartner(linksDisabled.partnerId, { installmentCounts: null });
  expect(started.status, started.text.slice(0, 300)).toBe(200);
});

test("422 for a limit of the bank connection, always with the neutral page and without a code", async () => {
  const account = new Merchant(sandbox.apiUrl, linksDisabled);
  const terminal = linksDisabled.terminals.limited;
  const unlimited = { perTx: null, daily: null, weekly: null, monthly: null, windows: [] };
  await changeTerminal(terminal, { limits: unlimited });
  const payment = await account.created({ terminalId: terminal, amount: 60_000 });
  const everyHour = [
    { from: "00:00", to: "12:00", max: 0 },
    { from: "12:00", to: "00:00", max: 0 },
  ];
  const passed = [
    { perTx: 50_000 },
    { daily: 50_000 },
    { weekly: 50_000 },
    { monthly: 50_000 },
    { windows: everyHour },
  ];
  for (const limits of passed) {
    await changeTerminal(terminal, { limits: { ...unlimited, ...limits } });
    for (const Accept of ["text/html", "application/json", "*/*", "image/png"]) {
      const answer = await handOver(payment.paymentRef, approvedCard, { headers: { Accept } });
      expect(answer.status).toBe(422);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.text).not.toMatch(/pos_|limit|sınır|_exceeded|"code"/i);
    }
  }
  expect(await account.payment(payment.paymentCode)).toMatchObject({
    status: "initiated",
    failureCode: null,
  });
  await changeTerminal(terminal, { limits: unlimited });
  expect((await handOver(payment.paymentRef)).status, "the same reference succeeds afterwards").toBe(200);
});

test.describe("404 as a page or as JSON, by the Accept header", () => {
  const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const table: [accept: string | undefined, type: "text/html" | "application/json"][] = [
    ["text/html", "text/html"],
    [html, "text/html"],
    ["application/json", "application/json"],
    ["*/*", "application/json"],
    [undefined, "application/json"],
    ["", "application/json"],
    ["application/json, text/html;q=0.5", "application/json"],
    ["text/html, application/json;q=0.5", "text/html"],
    ["text/html;q=0, */*", "application/json"],
    ["TEXT/HTML", "text/html"],
  ];
  for (const [accept, type] of table) {
    test(`404 ${accept ?? "no Accept header"}: ${type}`, async () => {
      const headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        ...(accept !== undefined && { Accept: accept }),
      };
      const answer = await ask(sandbox.payUrl, "/handoff", {
        method: "POST",
        headers,
        body: "paymentRef=x&pan=1",
      });
      expect([answer.status, answer.headers["content-type"]]).toEqual([404, `${type}; charset=utf-8`]);
      if (type === "application/json") expectError(answer, 404, "payment_ref_invalid");
    });
  }
});
