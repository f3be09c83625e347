import { expect, test } from "vitest";
import { readAllPaymentSearch } from "./all-payment-search";

const none = {
  paymentCode: null,
  linkId: null,
  refundId: null,
  partnerId: null,
  terminalId: null,
  card: null,
  bankReference: null,
};
const ulid = "01K9ZZZZZZZZZZZZZZZZZZZZZZ";

test.each([
  [`pay_${ulid}`, { paymentCode: `pay_${ulid}` }],
  [` PAY_${ulid.toLowerCase()} `, { paymentCode: `pay_${ulid}` }],
  [`pl_${ulid}`, { linkId: `pl_${ulid}` }],
  [`rf_${ulid}`, { refundId: `rf_${ulid}` }],
  ["prt_ours", { partnerId: "prt_ours" }],
  ["trm_ours", { terminalId: "trm_ours" }],
  ["1234", { card: { bin: null, last4: "1234" }, bankReference: "1234" }],
  ["454360******1234", { card: { bin: "454360", last4: "1234" } }],
  ["454360 1234", { card: { bin: "454360", last4: "1234" } }],
  ["454360 •••• 1234", { card: { bin: "454360", last4: "1234" } }],
  ["p1a2b3", { bankReference: "P1A2B3" }],
  ["123456789012", { bankReference: "123456789012" }],
  ["ORDER-2026/17", {}],
  ["pay_short", {}],
])("%j means what its form says, and an order code in any case", (text, meanings) => {
  expect(readAllPaymentSearch(text)).toEqual({ ...none, ...meanings, orderCode: text.trim() });
});

test("a blank text searches for nothing", () => {
  expect(readAllPaymentSearch("  ")).toBeNull();
});
