import { expect, test } from "@playwright/test";
import { z } from "zod";
import { payOverHttp } from "../support/buyer";
import { type Answer, ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { closed, demo, held, linksDisabled, other, sandbox } from "../support/product";

/** The parts of the served reference that are held against real answers. */
interface Described {
  readonly paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
  readonly components: Record<string, Record<string, unknown>>;
  readonly webhooks: Record<string, unknown>;
}
interface DescribedAnswer {
  readonly headers: Record<string, unknown>;
  readonly content: { "application/json": { schema: unknown } };
}

let reference: Described;
test.beforeAll(async () => {
  reference = (await ask(sandbox.apiUrl, "/openapi.json")).json();
});

/** The node with every `$ref` replaced by what it names. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved);
  if (typeof node !== "object" || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value)]));
  const path = $ref.replace("#/", "").split("/");
  return resolved(path.reduce((at: unknown, key) => (at as Record<string, unknown>)[key], reference));
}

/** Every member of the object stands in its schema, at every level: the wire holds nothing that is not described. */
function undescribed(value: unknown, schema: unknown, path = ""): string[] {
  const { properties, items, anyOf } = (schema ?? {}) as Record<string, unknown>;
  if (Array.isArray(anyOf)) {
    const found = anyOf.map((one) => undescribed(value, one, path));
    return found.reduce((best, one) => (one.length < best.length ? one : best));
  }
  if (Array.isArray(value)) return value.flatMap((one) => undescribed(one, items, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = (properties as Record<string, unknown> | undefined)?.[name];
    return known === undefined ? [`${path}.${name}`] : undescribed(member, known, `${path}.${name}`);
  });
}

function expectDescribed(answer: Answer, method: string, path: string): void {
  const described = reference.paths[path]?.[method]?.responses[answer.status];
  expect(described, `${method} ${path} ${answer.status} is described`).toBeTruthy();
  const schema = resolved(described?.content["application/json"].schema) as z.core.JSONSchema.JSONSchema;
  const parsed = z.fromJSONSchema(schema).safeParse(answer.json());
  expect(parsed.error?.issues ?? [], answer.text).toEqual([]);
  expect(undescribed(answer.json(), schema)).toEqual([]);
  const missing = Object.keys(described?.headers ?? {}).filter(
    (name) => !(name.toLowerCase() in answer.headers),
  );
  expect(missing, "headers that are promised").toEqual([]);
}

const merchant = new Merchant(sandbox.apiUrl, demo);
const of = (partner: typeof demo) => new Merchant(sandbox.apiUrl, partner);
const payments = "/v1/payments";
const onePayment = "/v1/payments/{paymentCode}";
const status = "/v1/payment-acceptance-status";
const options = "/v1/installment-options";
const overview = "/v1/installment-options/overview";
const links = "/v1/payment-links";
const oneLink = "/v1/payment-links/{id}";
const pan = "4355080000000005";
const amount = { baseAmount: 125_050, customerCommissionShareBps: 5_000 };

const item = { name: "Lamba", note: "kırmızı", amount: 125_050 };
const wholeLink = {
  ...{ description: "Sipariş", redirectUrl: "https://shop.example/x", payerName: "İpek", items: [item] },
  ...{ allowedInstallmentCounts: [3, 1], customerCommissionShareBps: 5_000 },
};
const cancelled = async () => {
  const { id } = await merchant.createdLink();
  await merchant.cancelLink(id);
  return merchant.cancelLink(id);
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
  [
    "403 a foreign terminal",
    "post",
    payments,
    () => merchant.create({ terminalId: other.terminals.default }),
  ],
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

test.describe("what is answered is what the reference describes", () => {
  for (const [title, method, path, call] of answers) {
    test(title, async () => {
      const answer = await call();
      expect(answer.status, answer.text).toBe(Number(title.slice(0, 3)));
      expectDescribed(answer, method, path);
    });
  }
});

test("200 the reference is served to everyone, with every operation, error code, header and webhook", async () => {
  const answer = await ask(sandbox.apiUrl, "/openapi.json");
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.json().openapi).toMatch(/^3\.1/);
  const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.sort()).toEqual(
    [
      ...[onePayment, payments, oneLink, links, status].map((path) => `get ${path}`),
      ...[payments, links, options, overview].map((path) => `post ${path}`),
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
    "rate_limited",
    "service_overloaded",
    "unauthorized",
  ];
  for (const code of codes) expect(answer.text).toContain(`"${code}"`);
  for (const header of ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Retry-After", "WWW-Authenticate"]) {
    expect(Object.keys(reference.components.headers ?? {})).toContain(header);
  }
  for (const event of ["payment.captured", "payment.failed", "payment.expired"]) {
    expect(JSON.stringify(reference.webhooks)).toContain(event);
  }
  expect(answer.text).not.toMatch(/localhost|127\.0\.0\.1|sk_test_/);
});
