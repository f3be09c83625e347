import { expect, test } from "@playwright/test";
import { type Answer, type Ask, ask } from "../support/http";
import { type Link, Merchant } from "../support/merchant";
import { closed, demo, other, sandbox, suspended } from "../support/product";
import { newRefundCode, Refunder } from "../support/refund-steps";
import { openSecondDoor, type SecondDoor } from "../support/second-door";

// Our server answers /v1 before the framework's router; `next start` goes through the router. Both must respond
// equally.
test.describe.configure({ mode: "serial" });

let door: SecondDoor;
let paymentCode: string;
let held: Record<string, unknown>;
let link: Link;
let captured: string;
let refundId: string;

const merchant = new Merchant(sandbox.apiUrl, demo);
const refunder = new Refunder(merchant);
const refundCode = newRefundCode();

test.beforeAll(async () => {
  door = await openSecondDoor();
  held = merchant.request({ description: "held by both doors" });
  ({ paymentCode } = (await merchant.post(held)).json());
  link = await merchant.createdLink({
    payerName: "İpek Yılmaz",
    items: [{ name: "Lamba", amount: 125_050 }],
  });
  captured = await refunder.captured();
  refundId = await refunder.expect("approved", captured, "credit", 5_000, refundCode);
});
test.afterAll(() => door?.close());

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const json = { ...bearer(demo.apiKeys[0]), "Content-Type": "application/json" };
const post = (body: () => unknown, headers: Ask["headers"] = json, target = "/v1/payments") => ({
  target: () => target,
  options: (): Ask => {
    const sent = body();
    return { method: "POST", headers, body: typeof sent === "string" ? sent : JSON.stringify(sent) };
  },
});
const get = (target: () => string, headers: Ask["headers"] = bearer(demo.apiKeys[0]), method = "GET") => ({
  target,
  options: (): Ask => ({ method, headers }),
});

const { terminalId } = merchant.request();
const look = (body: object, headers = json as Ask["headers"]) =>
  post(() => ({ terminalId, ...body }), headers, "/v1/installment-options");
const overview = (body: object) => post(() => ({ terminalId, ...body }), json, "/v1/installment-options/overview");
const greatest = { baseAmount: Number.MAX_SAFE_INTEGER, customerCommissionShareBps: 10_000 };

const postLink = (changes: object, headers = json as Ask["headers"]) =>
  post(() => merchant.linkRequest({ ...changes }), headers, "/v1/payment-links");
const oneLink = () => `/v1/payment-links/${link.id}`;

const refunds = (end = "") => `/v1/payments/${captured}/refunds${end}`;
const refund = (body: object, end = "", headers = json as Ask["headers"]) => ({
  ...post(() => ({ partnerRefundCode: newRefundCode(), ...body }), headers),
  target: () => refunds(end),
});

const table: [title: string, call: { target(): string; options(): Ask }][] = [
  ["201 a payment", post(() => merchant.request())],
  ["200 a replay", post(() => held)],
  ["409 a taken code", post(() => ({ ...held, amount: 1 }))],
  ["400 a wrong amount", post(() => ({ ...held, amount: 0 }))],
  ["400 half an object", post(() => "{")],
  ["400 a byte order mark", post(() => "\ufeff{}")],
  ["400 a member that is given twice", post(() => '{"amount":1,"amount":1}')],
  ["400 an amount that only rounding makes an integer", post(() => '{"amount":0.9999999999999999999999}')],
  ["415 another charset", post(() => held, { ...json, "Content-Type": "application/json; charset=iso-8859-9" })],
  ["400 in Turkish", post(() => ({}), { ...json, "Accept-Language": "tr" })],
  ["401 no key", post(() => held, { "Content-Type": "application/json" })],
  ["401 a wrong key", get(() => "/v1/payments/x", bearer("sk_test_00000000_x"))],
  ["403 suspended", post(() => held, { ...json, ...bearer(suspended.apiKeys[0]) })],
  ["403 closed", get(() => "/v1/payment-acceptance-status", bearer(closed.apiKeys[0]))],
  ["403 a foreign terminal", post(() => merchant.request({ terminalId: other.terminals.default }))],
  ["413 256 KiB and one byte", post(() => " ".repeat(262_145))],
  ["415 a text", post(() => "x", { ...json, "Content-Type": "text/plain" })],
  ["422 installments", post(() => merchant.request({ installment: 5 }))],
  ["200 a payment's record", get(() => `/v1/payments/${paymentCode}`)],
  ["200 with a slash at the end", get(() => `/v1/payments/${paymentCode}/`)],
  ["200 with escapes in the path", get(() => `/v1/payments/${paymentCode.replace("_", "%5F")}`)],
  ["200 by its code", get(() => `/v1/payments?partnerTxCode=${held.partnerTxCode}`)],
  ["200 only its head", get(() => `/v1/payments/${paymentCode}`, undefined, "HEAD")],
  ["404 somebody else's payment", get(() => `/v1/payments/${paymentCode}`, bearer(other.apiKeys[0]))],
  ["400 a code given twice", get(() => "/v1/payments?partnerTxCode=a&partnerTxCode=b")],
  ["404 no such address", get(() => "/v1/x/y/z")],
  ["404 nothing below /v1", get(() => "/v1")],
  ["404 an encoded slash", get(() => "/v1/payments/a%2Fb")],
  ["405 DELETE", get(() => "/v1/payments", undefined, "DELETE")],
  ["405 OPTIONS", get(() => "/v1/payments", undefined, "OPTIONS")],
  ["200 a card's installments", look({ bin: "43550800", baseAmount: 125_050 })],
  ["200 amounts beyond 2^53", look({ bin: "43550800", ...greatest })],
  ["400 a short BIN", look({ bin: "435508" })],
  ["403 a foreign terminal's installments", look({ bin: "43550800", terminalId: other.terminals.default })],
  ["401 installments without a key", look({ bin: "43550800" }, { "Content-Type": "application/json" })],
  ["200 what a terminal offers", overview({ baseAmount: 125_050, customerCommissionShareBps: 5000 })],
  ["400 an overview of nothing", overview({ terminalId: "" })],
  ["405 installments by GET", get(() => "/v1/installment-options")],
  ["405 an overview by PUT", get(() => "/v1/installment-options/overview", undefined, "PUT")],
  ["404 nothing below the overview", get(() => "/v1/installment-options/overview/x")],
  ["201 a link", postLink({ description: "Sipariş 🧿", allowedInstallmentCounts: [3, 1] })],
  ["400 a card number for a description", postLink({ description: "5528790000000008" })],
  ["400 no items", postLink({ items: [] }, { ...json, "Accept-Language": "tr" })],
  ["403 a suspended account's link", postLink({}, { ...json, ...bearer(suspended.apiKeys[0]) })],
  ["422 items that do not add up", postLink({ items: [{ name: "A", amount: 1 }] })],
  ["200 a link's record", get(oneLink)],
  ["200 only a link's head", get(oneLink, undefined, "HEAD")],
  ["404 somebody else's link", get(oneLink, bearer(other.apiKeys[0]))],
  ["404 cancelling somebody else's link", get(oneLink, bearer(other.apiKeys[0]), "DELETE")],
  ["200 a list of one", get(() => `/v1/payment-links?createdFrom=${link.createdAt}&createdTo=${link.createdAt}`)],
  ["200 a list without end", get(() => "/v1/payment-links?page=x&size=0&status=expired&status=failed&minAmount=2")],
  ["400 a page too far", get(() => "/v1/payment-links?page=100001&size=1")],
  ["400 no such state", get(() => "/v1/payment-links?status=paid")],
  ["405 a link by PATCH", get(oneLink, undefined, "PATCH")],
  ["201 a credit", refund({ amount: 1 }, "/credit")],
  ["400 a refund of nothing", refund({ amount: 0 })],
  ["400 a blank code", refund({ partnerRefundCode: " " }, "/void", { ...json, "Accept-Language": "tr" })],
  ["403 a suspended account's refund", refund({}, "", { ...json, ...bearer(suspended.apiKeys[0]) })],
  ["404 a refund of somebody else's payment", refund({}, "", { ...json, ...bearer(other.apiKeys[0]) })],
  ["409 a used code of a refund", refund({ partnerRefundCode: refundCode }, "/credit")],
  ["422 a part on the same day", refund({ amount: 1 })],
  ["422 a void after a credit", refund({}, "/void/")],
  ["405 a credit by GET", get(() => refunds("/credit"))],
  ["200 a refund of a payment", get(() => refunds(`/${refundId}`))],
  ["200 a refund", get(() => `/v1/refunds/${refundId}`)],
  ["200 a refund by its code", get(() => `/v1/refunds?partnerRefundCode=${refundCode}`)],
  ["404 somebody else's refund", get(() => `/v1/refunds/${refundId}`, bearer(other.apiKeys[0]))],
  ["200 the refunds of a payment", get(() => refunds())],
  ["200 a refunded payment", get(() => `/v1/payments/${captured}`)],
  ["200 the acceptance status", get(() => "/v1/payment-acceptance-status")],
];

for (const [title, { target, options }] of table) {
  test(`${title}: equal at both servers`, async () => {
    const [ours, theirs] = [await ask(sandbox.apiUrl, target(), options()), await ask(door.url, target(), options())];
    expect(ours.status, ours.text).toBe(Number(title.slice(0, 3)));
    expect(comparable(theirs)).toEqual(comparable(ours));
  });
}

/** Two rate limits of links are equal; which one is tighter depends on the earlier calls of other tests. */
const sameBudget = (value: Answer["headers"][string]) =>
  typeof value === "string" ? value.replace(/^"links-(ip|read-key)";q=120000;/, '"links-…";q=120000;') : value;

/** Returns a response without the parts that differ by call or by socket. */
function comparable({ status, headers, text }: Answer): unknown {
  const spoken = [
    "content-type",
    "cache-control",
    "ratelimit-policy",
    "retry-after",
    "www-authenticate",
    "allow",
    "location",
    "set-cookie",
  ];
  // A record that is created at each server has different ids.
  const made = status === 201 ? /"(id|refundId|token|url|partnerReference)":("[^"]+"|\d+)/g : /$^/g;
  const body = text
    .replace(made, '"$1":"…"')
    .replace(/"(traceId|paymentCode|paymentRef|partnerTxCode)":"[^"]+"/g, '"$1":"…"')
    .replace(/"(createdAt|updatedAt|expiresAt)":"[^"]+"/g, '"$1":"…"');
  const kept = Object.fromEntries(spoken.map((name) => [name, sameBudget(headers[name])]));
  return { status, body, headers: kept, isTraced: /^[0-9a-f]{32}$/.test(String(headers["x-request-id"])) };
}
