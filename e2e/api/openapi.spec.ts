import { expect, test } from "@playwright/test";
import { payOverHttp } from "../support/buyer";
import { cardWith } from "../support/cards";
import { now } from "../support/controls";
import { type Answer, ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { closed, demo, held, linksDisabled, other, sandbox } from "../support/product";
import { expectDescribed, type Reference, servedReference } from "../support/reference";
import { newRefundCode, Refunder } from "../support/refund-steps";

let reference: Reference;
test.beforeAll(async () => {
  reference = await servedReference();
});

const merchant = new Merchant(sandbox.apiUrl, demo);
const refunder = new Refunder(merchant);
const of = (partner: typeof demo) => new Merchant(sandbox.apiUrl, partner);
const payments = "/v1/payments";
const onePayment = "/v1/payments/{paymentCode}";
const status = "/v1/payment-acceptance-status";
const options = "/v1/installment-options";
const overview = "/v1/installment-options/overview";
const links = "/v1/payment-links";
const oneLink = "/v1/payment-links/{id}";
const refunds = `${onePayment}/refunds`;
const [creditOne, voidOne, refundOfPayment] = ["credit", "void", "{refundId}"].map((end) => `${refunds}/${end}`) as [
  string,
  string,
  string,
];
const transactions = "/v1/transactions";
const payouts = "/v1/payouts";
const [onePayout, payoutLines] = ["/v1/payouts/{payoutBatchId}", "/v1/payouts/{payoutBatchId}/transactions"] as const;
/** A month around the sandbox's clock, for reports. */
const month = async (): Promise<string> => {
  const at = (await now()).getTime();
  const [from, to] = [at - 30 * 86_400_000, at + 86_400_000].map((instant) => new Date(instant).toISOString());
  return new URLSearchParams({ from: from ?? "", to: to ?? "" }).toString();
};
const [anyRefund, oneRefund] = ["/v1/refunds", "/v1/refunds/{refundId}"] as const;
const pan = "4355080000000005";
const amount = { baseAmount: 125_050, customerCommissionShareBps: 5_000 };

const item = { name: "Lamba", note: "kırmızı", amount: 125_050 };
const wholeLink = {
  description: "Sipariş",
  redirectUrl: "https://shop.example/x",
  payerName: "İpek",
  items: [item],
  allowedInstallmentCounts: [3, 1],
  customerCommissionShareBps: 5_000,
};
const cancelled = async () => {
  const { id } = await merchant.createdLink();
  await merchant.cancelLink(id);
  return merchant.cancelLink(id);
};

const declinedOne = () => refunder.captured(cardWith({ outcome: "void_declined" }));
const usedCode = async () => {
  const [paymentCode, code] = [await refunder.captured(), newRefundCode()];
  await refunder.expect("approved", paymentCode, "credit", 1, code);
  return refunder.ask(paymentCode, "credit", 1, code);
};
/** Makes a request about a payment with two refunds, with the id of the later one. */
const getRefunded = async (target: (paymentCode: string, refundId: string) => string) => {
  const paymentCode = await declinedOne();
  await refunder.expect("declined", paymentCode, "void");
  return merchant.get(target(paymentCode, await refunder.expect("approved", paymentCode, "credit", 6_000)));
};

const answers: [title: string, method: string, path: string, call: () => Promise<Answer>][] = [
  ["201 a new payment", "post", payments, () => merchant.create()],
  [
    "200 a repeated one",
    "post",
    payments,
    async () => {
      const request = merchant.request();
      await merchant.post(request);
      return merchant.post(request);
    },
  ],
  ["400 a wrong one", "post", payments, () => merchant.create({ amount: 0 })],
  ["401 without a key", "post", payments, () => ask(sandbox.apiUrl, payments, { method: "POST" })],
  ["403 on hold", "post", payments, () => of(held).create()],
  ["403 a closed account", "post", payments, () => of(closed).create()],
  ["403 a foreign terminal", "post", payments, () => merchant.create({ terminalId: other.terminals.default })],
  ["413 a large one", "post", payments, () => merchant.post(" ".repeat(262_145))],
  ["415 a text", "post", payments, () => merchant.post("x", { headers: { "Content-Type": "text/plain" } })],
  ["422 installments", "post", payments, () => merchant.create({ installment: 99 })],
  [
    "409 a taken code",
    "post",
    payments,
    async () => {
      const request = merchant.request();
      await merchant.post(request);
      return merchant.post({ ...request, amount: 1 });
    },
  ],
  [
    "200 an initiated payment",
    "get",
    onePayment,
    async () => merchant.get(`${payments}/${(await merchant.created()).paymentCode}`),
  ],
  [
    "200 a captured payment",
    "get",
    onePayment,
    async () => {
      const payment = await merchant.created();
      await payOverHttp(payment);
      return merchant.get(`${payments}/${payment.paymentCode}`);
    },
  ],
  ["404 no payment", "get", onePayment, () => merchant.get(`${payments}/x`)],
  ["401 no key", "get", onePayment, () => ask(sandbox.apiUrl, `${payments}/x`)],
  ["404 no code", "get", payments, () => merchant.find("nobody")],
  ["400 no parameter", "get", payments, () => merchant.get(payments)],
  ["201 a void", "post", refunds, async () => refunder.ask(await refunder.captured(), "automatic")],
  ["201 a credit", "post", creditOne, async () => refunder.ask(await refunder.captured(), "credit", 1)],
  ["201 a declined void", "post", voidOne, async () => refunder.ask(await declinedOne(), "void")],
  ["400 no amount of money", "post", refunds, () => refunder.ask("pay_x", "automatic", -1)],
  ["403 a closed account's", "post", creditOne, () => new Refunder(of(closed)).ask("pay_x", "credit")],
  ["404 nobody's payment", "post", voidOne, () => refunder.ask("pay_x", "void")],
  ["409 a used code", "post", creditOne, usedCode],
  ["422 part of a day", "post", refunds, async () => refunder.ask(await refunder.captured(), "automatic", 1)],
  ["422 void of a part", "post", voidOne, async () => refunder.ask(await refunder.captured(), "void", 1)],
  [
    "422 no credit of direct collection",
    "post",
    creditOne,
    async () => refunder.ask(await refunder.captured(undefined, {}, "direct"), "credit"),
  ],
  ["200 a refund", "get", oneRefund, () => getRefunded((_, refundId) => `${anyRefund}/${refundId}`)],
  [
    "200 a refund of a payment",
    "get",
    refundOfPayment,
    () => getRefunded((paymentCode, refundId) => `${payments}/${paymentCode}/refunds/${refundId}`),
  ],
  ["200 refunds", "get", refunds, () => getRefunded((paymentCode) => `${payments}/${paymentCode}/refunds`)],
  ["200 a refunded payment", "get", onePayment, () => getRefunded((code) => `${payments}/${code}`)],
  ["404 refunds of nobody's payment", "get", refunds, () => merchant.get(`${payments}/x/refunds`)],
  ["404 no refund of it", "get", refundOfPayment, () => merchant.get(`${payments}/x/refunds/x`)],
  [
    "200 movements",
    "get",
    transactions,
    async () => {
      await refunder.captured();
      return merchant.get(`${transactions}?${await month()}`);
    },
  ],
  ["400 movements of no span", "get", transactions, () => merchant.get(transactions)],
  ["200 payouts", "get", payouts, async () => merchant.get(`${payouts}?${await month()}`)],
  ["400 payouts of an unknown state", "get", payouts, async () => merchant.get(`${payouts}?${await month()}&status=x`)],
  ["404 no payout", "get", onePayout, () => merchant.get(`${payouts}/x`)],
  ["404 no payout's movements", "get", payoutLines, () => merchant.get(`${payouts}/x/transactions`)],
  ["404 no refund", "get", oneRefund, () => merchant.get(`${anyRefund}/x`)],
  ["404 no refund by code", "get", anyRefund, () => merchant.get(`${anyRefund}?partnerRefundCode=nobody`)],
  ["400 a refund by no code", "get", anyRefund, () => merchant.get(anyRefund)],
  ["200 a card's options", "post", options, () => merchant.installmentOptions(pan)],
  ["200 with an amount", "post", options, () => merchant.installmentOptions(pan, amount)],
  ["200 of an unknown card", "post", options, () => merchant.installmentOptions("00000000")],
  ["400 a wrong BIN", "post", options, () => merchant.installmentOptions(pan, { bin: "435508" })],
  [
    "403 a foreign terminal's options",
    "post",
    options,
    () => merchant.installmentOptions(pan, { terminalId: other.terminals.default }),
  ],
  ["403 a closed account's options", "post", options, () => of(closed).installmentOptions(pan)],
  ["200 the overview", "post", overview, () => merchant.installmentOverview()],
  ["200 the overview with an amount", "post", overview, () => merchant.installmentOverview(amount)],
  ["400 a wrong base", "post", overview, () => merchant.installmentOverview({ baseAmount: 0 })],
  ["201 a link", "post", links, () => merchant.createLink()],
  ["201 a link with everything", "post", links, () => merchant.createLink(wholeLink)],
  ["400 a link without items", "post", links, () => merchant.createLink({ items: [] })],
  ["400 a card number", "post", links, () => merchant.createLink({ description: pan })],
  ["403 a terminal of nobody", "post", links, () => merchant.createLink({ terminalId: "x" })],
  ["422 the feature off", "post", links, () => of(linksDisabled).createLink()],
  ["422 an empty restriction", "post", links, () => merchant.createLink({ allowedInstallmentCounts: [] })],
  ["422 a wrong sum", "post", links, () => merchant.createLink({ items: [{ ...item, amount: 1 }] })],
  [
    "200 a link's record",
    "get",
    oneLink,
    async () => merchant.get(`${links}/${(await merchant.createdLink(wholeLink)).id}`),
  ],
  ["404 no link", "get", oneLink, () => merchant.get(`${links}/x`)],
  ["200 a list", "get", links, () => merchant.get(`${links}?size=5`)],
  ["400 a page too far", "get", links, () => merchant.get(`${links}?page=100001`)],
  ["403 a closed account's list", "get", links, () => of(closed).get(links)],
  [
    "200 a cancelled link",
    "delete",
    oneLink,
    async () => merchant.cancelLink((await merchant.createdLink(wholeLink)).id),
  ],
  ["409 cancelled before", "delete", oneLink, cancelled],
  ["404 nothing to cancel", "delete", oneLink, () => merchant.cancelLink("x")],
  ["200 acceptance open", "get", status, () => merchant.get(status)],
  ["200 acceptance held", "get", status, () => of(held).get(status)],
  ["403 acceptance of a closed account", "get", status, () => of(closed).get(status)],
];

test.describe("responses match the API reference", () => {
  for (const [title, method, path, call] of answers) {
    test(title, async () => {
      const answer = await call();
      expect(answer.status, answer.text).toBe(Number(title.slice(0, 3)));
      expectDescribed(reference, answer, method, path);
    });
  }
});

test("200 for the reference without a key, with every operation, error code, header and webhook", async () => {
  const answer = await ask(sandbox.apiUrl, "/openapi.json");
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.json().openapi).toMatch(/^3\.1/);
  const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.sort()).toEqual(
    [
      ...[onePayment, payments, oneLink, links, status].map((path) => `get ${path}`),
      ...[refunds, refundOfPayment, anyRefund, oneRefund].map((path) => `get ${path}`),
      ...[transactions, payouts, onePayout, payoutLines].map((path) => `get ${path}`),
      ...[payments, links, options, overview].map((path) => `post ${path}`),
      ...[refunds, creditOne, voidOne].map((path) => `post ${path}`),
      `delete ${oneLink}`,
    ].sort(),
  );
  const codes = [
    "validation_error",
    "duplicate_partner_tx_code",
    "terminal_not_allowed",
    "partner_not_active",
    "payment_acceptance_held",
    "amount_limit_exceeded",
    "pos_per_tx_limit_exceeded",
    "pos_daily_limit_exceeded",
    "pos_weekly_limit_exceeded",
    "pos_monthly_limit_exceeded",
    "pos_time_window_limit_exceeded",
    "installment_not_allowed",
    "payment_not_found",
    "sensitive_data_not_allowed",
    "partner_entitlement_required",
    "payment_link_items_amount_mismatch",
    "payment_link_not_found",
    "payment_link_already_paid",
    "payment_link_expired",
    "payment_link_cancelled",
    "payment_not_refundable",
    "refund_amount_exceeds_remaining",
    "refund_not_yet_available",
    "refund_method_not_available",
    "refund_in_progress",
    "payout_not_found",
    "refund_not_found",
    "direct_refund_not_allowed",
    "rate_limited",
    "service_unavailable",
    "service_overloaded",
    "unauthorized",
  ];
  for (const code of codes) expect(answer.text).toContain(`"${code}"`);
  for (const header of ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Retry-After", "WWW-Authenticate"]) {
    expect(Object.keys(reference.components.headers ?? {})).toContain(header);
  }
  for (const event of ["payment.captured", "payment.failed", "payment.expired", "refund.approved", "refund.declined"]) {
    expect(JSON.stringify(reference.webhooks)).toContain(event);
  }
  expect(answer.text).not.toMatch(/localhost|127\.0\.0\.1|sk_test_/);
});
