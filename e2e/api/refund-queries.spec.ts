import { expect, test } from "@playwright/test";
import { cardWith } from "../support/cards";
import { expectError } from "../support/envelope";
import { type Answer, ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";
import { newRefundCode, Refunder, type Way } from "../support/refund-steps";

const merchant = new Merchant(sandbox.apiUrl, demo);
const stranger = new Merchant(sandbox.apiUrl, other);
const refunder = new Refunder(merchant);
const byCode = (code: string) => `/v1/refunds?partnerRefundCode=${encodeURIComponent(code)}`;
const refundsPath = (paymentCode: string) => `/v1/payments/${paymentCode}/refunds`;

const names = [
  "refundId",
  "paymentCode",
  "partnerRefundCode",
  "method",
  "status",
  "amount",
  "currency",
  "failureCode",
  "createdAt",
  "updatedAt",
  "resolvedAt",
  "bank",
];
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("200 with the same record by id, by code, below the payment and in its list, newest first", async () => {
  const paymentCode = await refunder.captured(cardWith({ outcome: "void_declined" }));
  const codes = [`İade/${newRefundCode()}?&=#%41+ ü`, newRefundCode(), newRefundCode()] as const;
  const first = await refunder.expect("declined", paymentCode, "void", undefined, codes[0]);
  const second = await refunder.expect("approved", paymentCode, "credit", 5_000, codes[1]);
  const third = await refunder.expect("approved", paymentCode, "credit", 7_000, codes[2]);
  const list = await merchant.get(refundsPath(paymentCode));
  expect(list.status).toBe(200);
  const { items, ...rest } = list.json();
  expect(rest).toEqual({});
  expect(items.map(({ refundId }: { refundId: string }) => refundId)).toEqual([third, second, first]);

  for (const [place, refundId] of [third, second, first].entries()) {
    const record = await merchant.get(`/v1/refunds/${refundId}`);
    expect(record.status).toBe(200);
    expect(Object.keys(record.json())).toEqual(names);
    for (const target of [`${refundsPath(paymentCode)}/${refundId}`, byCode(codes[2 - place] ?? "")])
      expect((await merchant.get(target)).text).toBe(record.text);
    expect(items[place]).toEqual(record.json());
    const { createdAt, updatedAt, resolvedAt } = record.json();
    for (const value of [createdAt, updatedAt, resolvedAt]) expect(value).toMatch(instant);
    expect([createdAt <= resolvedAt, updatedAt]).toEqual([true, resolvedAt]);
  }
  expect(items[2]).toMatchObject({
    paymentCode,
    partnerRefundCode: codes[0],
    method: "void",
    status: "declined",
    amount: 125_050,
    currency: "TRY",
    failureCode: "declined_by_bank",
  });
  expect(items[0]).toMatchObject({ method: "credit", status: "approved", amount: 7_000, failureCode: null });

  // The payment's own breakdown has the same fields of each refund, except those of the payment itself.
  const { refund } = await refunder.getRefunds(paymentCode);
  expect(refund.items).toEqual(
    items.map(({ paymentCode: _, currency, updatedAt, ...item }: Record<string, unknown>) => item),
  );
  const head = await merchant.get(`/v1/refunds/${first}`, { method: "HEAD" });
  expect([head.status, head.text]).toEqual([200, ""]);
});

test("200 with an empty list for a payment without refunds, captured or not", async () => {
  const { paymentCode } = await merchant.created();
  for (const code of [paymentCode, await refunder.captured()])
    expect((await merchant.get(refundsPath(code))).text).toBe('{"items":[]}');
});

/** Expects that the responses are equal except for their trace ids and dates. */
function expectAlike(answers: readonly Answer[], status: number, code: string): void {
  const seen = answers.map((answer) => {
    expectError(answer, status, code);
    const { date, "x-request-id": traceId, ratelimit, ...headers } = answer.headers;
    return { headers, text: answer.text.replace(String(traceId), "") };
  });
  for (const one of seen) expect(one).toEqual(seen[0]);
}

test("404 with the same response for another account's refund and payment and for missing ones (S15)", async () => {
  const theirs = new Refunder(stranger);
  const paymentCode = await theirs.captured();
  const code = newRefundCode();
  const refundId = await theirs.expect("approved", paymentCode, "credit", 5_000, code);
  const missing = ["pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5", "rf_01K8Z3W2M7N8P9Q0R1S2T3V4W5"] as const;
  const both = async (target: (paymentCode: string, refundId: string) => string, code: string) =>
    expectAlike(
      [
        await merchant.get(target(paymentCode, refundId)),
        await merchant.get(target(...missing)),
        await merchant.get(target(paymentCode, missing[1])),
      ],
      404,
      code,
    );
  await both((payment) => refundsPath(payment), "payment_not_found");
  await both((payment, refund) => `${refundsPath(payment)}/${refund}`, "payment_not_found");
  await both((_, refund) => `/v1/refunds/${refund}`, "refund_not_found");
  expectAlike([await merchant.get(byCode(code)), await merchant.get(byCode(newRefundCode()))], 404, "refund_not_found");
  for (const way of ["automatic", "void", "credit"] as const satisfies readonly Way[]) {
    const asked = [paymentCode, missing[0]].map((payment) => refunder.ask(payment, way, undefined, code));
    expectAlike(await Promise.all(asked), 404, "payment_not_found");
  }
  expect((await theirs.getRefunds(paymentCode)).refund.items).toHaveLength(1);

  const own = await refunder.captured();
  expectError(await merchant.get(`${refundsPath(own)}/${refundId}`), 404, "refund_not_found");
  await refunder.expect("approved", own, "void", undefined, code);
  expect((await merchant.get(byCode(code))).json()).toMatchObject({ paymentCode: own });
  expect((await stranger.get(byCode(code))).json()).toMatchObject({ refundId, paymentCode });
});

test("404 for a refund of another payment of the same account", async () => {
  const [one, two] = [await refunder.captured(), await refunder.captured()];
  const refundId = await refunder.expect("approved", one, "void");
  expectError(await merchant.get(`${refundsPath(two)}/${refundId}`), 404, "refund_not_found");
  expect((await merchant.get(`${refundsPath(one)}/${refundId}/`)).status).toBe(200);
});

test("404 for ids that no refund can have", async () => {
  for (const name of ["x", "rf_", "a".repeat(3000), "%27%20or%201%3D1", "%F0%9F%98%80", "null", "..%2e", "%25"])
    expectError(await merchant.get(`/v1/refunds/${name}`), 404, "refund_not_found");
  for (const name of ["%00", "%", "%E0%A4%A", "a%2Fb", "%0a"])
    expectError(await merchant.get(`/v1/refunds/${name}`), 404, "not_found");
});

test("400 for a query without exactly one code", async () => {
  for (const search of [
    "",
    "?",
    "?partnerRefundCode",
    "?partnerRefundCode=",
    "?partnerRefundCode=%20",
    "?refundId=x",
    "?partnerRefundCode=a&partnerRefundCode=b",
    "?partnerRefundCode=%00",
    "?partnerRefundCode=%E0%A4%A",
    `?partnerRefundCode=${"a".repeat(129)}`,
  ])
    expectError(await merchant.get(`/v1/refunds${search}`), 400, "validation_error");
});

test("401 without a key on every endpoint", async () => {
  const targets = ["/v1/refunds/rf_x", byCode("x"), refundsPath("pay_x"), `${refundsPath("pay_x")}/rf_x`];
  for (const target of targets) expectError(await ask(sandbox.apiUrl, target), 401, "unauthorized");
  for (const target of [refundsPath("pay_x"), `${refundsPath("pay_x")}/credit`, `${refundsPath("pay_x")}/void`])
    expectError(await ask(sandbox.apiUrl, target, { method: "POST", body: "{}" }), 401, "unauthorized");
});

test("405 with the allowed methods; the paths of forced methods are not refund ids", async () => {
  const base = refundsPath("pay_x");
  for (const [method, target, allow] of [
    ...["GET", "DELETE", "OPTIONS"].flatMap((method) =>
      [`${base}/credit`, `${base}/void`].map((target) => [method, target, "POST"] as const),
    ),
    ["PUT", base, "GET, HEAD, POST"],
    ["POST", `${base}/rf_x`, "GET, HEAD"],
    ["POST", "/v1/refunds", "GET, HEAD"],
    ["OPTIONS", "/v1/refunds/rf_x", "GET, HEAD"],
  ] as const) {
    const answer = await merchant.get(target, { method });
    expectError(answer, 405, "method_not_allowed");
    expect(String(answer.headers.allow).split(", ").sort().join(", ")).toBe(allow);
  }
});

test.describe("400 for invalid fields, before the payment is searched", () => {
  const post = (body: unknown, options = {}, way = "") => merchant.post(body, options, `${refundsPath("pay_x")}${way}`);
  const partnerRefundCode = "R";

  test("400 names each one and does not repeat its value", async () => {
    for (const way of ["", "/credit", "/void"]) {
      for (const amount of [0, -1, 1.5, "1", true, [], 2 ** 53]) {
        const message = expectError(await post({ amount, partnerRefundCode }, {}, way), 400, "validation_error");
        expect(message).toMatch(/^amount: /);
      }
      for (const code of [undefined, null, "", " ", "🧿".repeat(129), "a\nb", "a\u0000", "\ud800", 5]) {
        const message = expectError(await post({ partnerRefundCode: code }, {}, way), 400, "validation_error");
        expect(message).toMatch(/^partnerRefundCode: /);
        expect(message).not.toContain("🧿");
      }
    }
  });
  test("404 for every valid body, because the payment does not exist", async () => {
    for (const body of [
      { partnerRefundCode, amount: null },
      { partnerRefundCode: "🧿".repeat(128), more: { x: 1 } },
      `{"partnerRefundCode":"R","amount":1e2}`,
      { partnerRefundCode, amount: Number.MAX_SAFE_INTEGER },
    ])
      expectError(await post(body), 404, "payment_not_found");
  });
  test("400 for bodies that are not JSON objects; 413 and 415", async () => {
    for (const body of ["", "{", "null", "[]", '"R"', "5", '\ufeff{"partnerRefundCode":"R"}'])
      expectError(await post(body), 400, "validation_error");
    const headers = { "Content-Type": "text/plain" };
    expectError(await post({ partnerRefundCode }, { headers }), 415, "unsupported_media_type");
    expectError(await post(" ".repeat(262_145)), 413, "payload_too_large");
  });
});

test("only the message is Turkish on request", async () => {
  const headers = { "Accept-Language": "tr-TR,tr;q=0.9" };
  const paymentCode = await refunder.captured();
  const ask = (way: Way, amount?: number, code?: string) => refunder.ask(paymentCode, way, amount, code, { headers });
  expect(expectError(await ask("automatic", 1), 422, "refund_not_yet_available")).toBe(
    "Kısmi iade gün sonundan sonra yapılabilir.",
  );
  expect(expectError(await ask("void", 1), 422, "refund_method_not_available")).toMatch(/iade yöntemi/);
  expect(expectError(await ask("credit", 125_051), 422, "refund_amount_exceeds_remaining")).toMatch(/bakiye/);
  expect(expectError(await ask("credit", -1), 400, "validation_error")).toMatch(/^amount: .*(arasında|tam sayı)/);
  const code = newRefundCode();
  expect((await ask("void", undefined, code)).json()).toMatchObject({ method: "void", status: "approved" });
  expect(expectError(await ask("void"), 422, "payment_not_refundable")).toMatch(/iade edilemez/);
  expect(expectError(await ask("void", undefined, code), 409, "refund_in_progress")).toMatch(/partnerRefundCode/);
  const missing = await merchant.get("/v1/refunds/rf_x", { headers });
  expect(expectError(missing, 404, "refund_not_found")).toBe("İade bulunamadı.");
});
