import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ErrorCode } from "@/server/domain/errors";
import {
  andThen,
  atPath,
  base,
  budgetSpent,
  type Draft,
  type Fault,
  fault,
  inBody,
  ofAccount,
  ofKey,
  withHeader,
} from "@/server/testing/doors/faulty-requests";
import { buildRequest, traceId } from "@/server/testing/doors/requests";
import { createRefundJourney, type RefundJourney } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { createRouteTable } from "../http/routes";
import { createRateLimits, type RateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

// Every pair of rows of D-7, for every operation: a request with two faults is answered with the earlier one.

let world: TestWorld;
let journey: RefundJourney;
const places = { captured: "", initiated: "", refunded: "", refund: "", link: "", cancelledLink: "" };
const limits = createRateLimits({ multiplier: 1_000_000 });

beforeAll(async () => {
  world = await openTestWorld({ hasBrokenBooks: true });
  journey = createRefundJourney(world);
  await world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { paymentLinksEnabled: true } });
  places.captured = await journey.capture();
  places.initiated = (await journey.createAtBank()).paymentCode;
  places.refunded = await journey.capture();
  places.refund = (await journey.refund(places.refunded, { partnerRefundCode: "USED" })).refundId;
  for (const name of ["link", "cancelledLink"] as const) {
    const made = await send({ ...base("POST", "/v1/payment-links"), body: { ...newLink } });
    places[name] = made.body.id;
  }
  await world.db.pool.query(
    `set session_replication_role = replica;
     insert into payout (id, partner_id, status, amount, carried_amount, line_count, value_date, root_id, created_at, updated_at)
     values ('pob_ours', 'prt_ours', 'prepared', 1, 0, 1, '2026-11-23', 'pob_ours', '2026-11-23T06:00:00Z', '2026-11-23T06:00:00Z');
     set session_replication_role = origin`,
  );
  await send(base("DELETE", `/v1/payment-links/${places.cancelledLink}`));
  await send({ ...base("POST", "/v1/payments"), body: { ...newPayment, partnerTxCode: "TAKEN", amount: 777 } });
});
afterAll(() => world.close());

/** Sends a request through the whole pipeline, with the account and the budgets as the draft has them. */
async function send({ method, path, headers, body, caller: changes, exhausted }: Draft) {
  const take: RateLimits["take"] = async (policy, ...rest) => ({
    ...(await limits.take(policy, ...rest)),
    ...(policy === exhausted && { allowed: false }),
  });
  const request = buildRequest({ method, path, headers, ...(body && { body }) });
  const response = await answerAsResponse(
    request,
    { sourceIp: "192.0.2.1", traceId },
    {
      ctx: world.ctx,
      limits: { ...limits, take },
      routes: createRouteTable(operations),
      strict: true,
      authenticate: async () => changes && { ...(await world.signIn()), ...changes },
    },
  );
  const read = await response.json();
  return { status: response.status, code: read.error?.code as ErrorCode | undefined, body: read };
}

const addressSpent = budgetSpent("ip");
const noKey = fault("unauthorized", "key", (draft) => {
  draft.caller = null;
});
const closed = ofAccount("partner_not_active", "status", { status: "closed" });
const suspended = ofAccount("partner_not_active", "status", { status: "suspended" });
const tooLarge = withHeader("payload_too_large", "Content-Length", "2000000");
const notJson = withHeader("unsupported_media_type", "Content-Type", "text/plain");
const badQuery = fault("validation_error", "query", (draft) => {
  draft.path += draft.path.includes("?") ? "&terminalId=%E0" : "?terminalId=%E0";
});

const newPayment = {
  amount: 40_000,
  partnerTxCode: "ORDER-1",
  terminalId: testTerminals.ours,
  returnUrl: "https://shop.test/back",
};
const newLink = { amount: 40_000, terminalId: testTerminals.ours };
const missing = { payment: "/v1/payments/pay_0", link: "/v1/payment-links/pl_0", refund: "/v1/refunds/rf_0" };
const span = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
const hostNotListed = ofAccount("validation_error", "hosts", { allowedHosts: ["other.test"] });

const refundFaults = (way: "" | "/credit" | "/void"): Fault[] => [
  noKey,
  budgetSpent("refunds-key"),
  ...andThen(suspended),
  tooLarge,
  notJson,
  inBody("validation_error", "amount", "1"),
  atPath("payment_not_found", () => `${missing.payment}/refunds${way}`),
  inBody("refund_in_progress", "partnerRefundCode", "USED"),
  atPath("payment_not_refundable", () => `/v1/payments/${places.initiated}/refunds${way}`),
  ofKey("limit", { refundLimitKurus: 1n }),
  inBody("refund_amount_exceeds_remaining", "amount", 40_001),
];

const lookUp = (path: string): [string, () => Draft, Fault[]] => [
  `POST ${path}`,
  () => ({ ...base("POST", path), body: { terminalId: testTerminals.ours, bin: "55287900" } }),
  [
    addressSpent,
    noKey,
    budgetSpent("installments-partner"),
    ...andThen(closed),
    tooLarge,
    notJson,
    inBody("validation_error", "baseAmount", "1"),
    inBody("terminal_not_allowed", "terminalId", testTerminals.foreign),
  ],
];

/** Each operation with a request that is right, and its faults in the order in which D-7 reports them. */
const table: readonly [name: string, right: () => Draft, faults: readonly Fault[]][] = [
  [
    "POST /v1/payment-links",
    () => ({ ...base("POST", "/v1/payment-links"), body: { ...newLink, redirectUrl: "https://shop.test/" } }),
    [
      addressSpent,
      noKey,
      budgetSpent("links-write-key"),
      ...andThen(suspended),
      tooLarge,
      notJson,
      inBody("validation_error", "customerCommissionShareBps", "1"),
      hostNotListed,
      inBody("sensitive_data_not_allowed", "payerName", "5528 7900 0000 0008"),
      ofAccount("partner_entitlement_required", "links", { paymentLinksEnabled: false }),
      ofAccount("payment_acceptance_held", "hold", { acceptanceHeld: true }),
      inBody("terminal_not_allowed", "terminalId", testTerminals.foreign),
      inBody("payment_link_items_amount_mismatch", "items", [{ name: "Lamp", amount: 1 }]),
      inBody("installment_not_allowed", "allowedInstallmentCounts", [99]),
    ],
  ],
  [
    "POST /v1/payments",
    () => ({ ...base("POST", "/v1/payments"), body: { ...newPayment } }),
    [
      addressSpent,
      noKey,
      budgetSpent("payments-key"),
      ...andThen(suspended),
      tooLarge,
      notJson,
      inBody("validation_error", "description", 1),
      hostNotListed,
      ofAccount("payment_acceptance_held", "hold", { acceptanceHeld: true }),
      inBody("duplicate_partner_tx_code", "partnerTxCode", "TAKEN"),
      inBody("terminal_not_allowed", "terminalId", testTerminals.foreign),
      ofAccount("amount_limit_exceeded", "amounts", { maxAmountKurus: 1n }),
      inBody("installment_not_allowed", "installment", 99),
    ],
  ],
  ...(["", "/credit", "/void"] as const).map((way): [string, () => Draft, Fault[]] => [
    `POST /v1/payments/{paymentCode}/refunds${way}`,
    () => ({
      ...base("POST", `/v1/payments/${places.captured}/refunds${way}`),
      body: { amount: null, partnerRefundCode: "NEW" },
    }),
    [addressSpent, ...refundFaults(way)],
  ]),
  lookUp("/v1/installment-options"),
  lookUp("/v1/installment-options/overview"),
  ...(
    [
      ["/v1/payments/{paymentCode}", () => `/v1/payments/${places.captured}`, missing.payment, "payment_not_found"],
      [
        "/v1/payments",
        () => "/v1/payments?partnerTxCode=TAKEN",
        "/v1/payments?partnerTxCode=NONE",
        "payment_not_found",
      ],
      ["/v1/payment-links/{id}", () => `/v1/payment-links/${places.link}`, missing.link, "payment_link_not_found"],
      [
        "/v1/payments/{paymentCode}/refunds",
        () => `/v1/payments/${places.refunded}/refunds`,
        `${missing.payment}/refunds`,
        "payment_not_found",
      ],
      ["/v1/refunds/{refundId}", () => `/v1/refunds/${places.refund}`, missing.refund, "refund_not_found"],
      [
        "/v1/refunds",
        () => "/v1/refunds?partnerRefundCode=USED",
        "/v1/refunds?partnerRefundCode=NONE",
        "refund_not_found",
      ],
    ] as const
  ).map(([name, path, none, code]): [string, () => Draft, Fault[]] => [
    `GET ${name}`,
    () => base("GET", path()),
    [addressSpent, noKey, ...andThen(closed), atPath(code, () => none)],
  ]),
  ...(
    [
      ["GET /v1/transactions", `/v1/transactions?${span}`, "/v1/transactions", "validation_error"],
      ["GET /v1/payouts", `/v1/payouts?${span}`, "/v1/payouts", "validation_error"],
      ["GET /v1/payouts/{payoutBatchId}", "/v1/payouts/pob_ours", "/v1/payouts/pob_0", "payout_not_found"],
      [
        "GET /v1/payouts/{payoutBatchId}/transactions",
        "/v1/payouts/pob_ours/transactions",
        "/v1/payouts/pob_0/transactions",
        "payout_not_found",
      ],
    ] as const
  ).map(([name, path, wrong, code]): [string, () => Draft, Fault[]] => [
    name,
    () => base("GET", path),
    [addressSpent, noKey, budgetSpent("reports-key"), ...andThen(closed), atPath(code, () => wrong)],
  ]),
  [
    "GET /v1/payments/{paymentCode}/refunds/{refundId}",
    () => base("GET", `/v1/payments/${places.refunded}/refunds/${places.refund}`),
    [
      addressSpent,
      noKey,
      ...andThen(closed),
      atPath("payment_not_found", () => `${missing.payment}/refunds/${places.refund}`),
      atPath("refund_not_found", () => `/v1/payments/${places.refunded}/refunds/rf_0`),
    ],
  ],
  [
    "DELETE /v1/payment-links/{id}",
    () => base("DELETE", `/v1/payment-links/${places.cancelledLink}`),
    [
      addressSpent,
      noKey,
      budgetSpent("links-write-key"),
      ...andThen(closed),
      atPath("payment_link_not_found", () => missing.link),
      fault("payment_link_cancelled", "state", () => undefined),
    ],
  ],
  [
    "GET /v1/payment-links",
    () => base("GET", "/v1/payment-links"),
    [addressSpent, noKey, budgetSpent("links-read-key"), ...andThen(closed), badQuery],
  ],
  [
    "GET /v1/payment-acceptance-status",
    () => base("GET", "/v1/payment-acceptance-status"),
    [addressSpent, noKey, ...andThen(closed)],
  ],
];

test("the table has every operation", () => {
  const declared = operations.map(({ method, path }) => `${method} ${path}`);
  expect(table.map(([name]) => name).sort()).toEqual(declared.sort());
});

describe.each(table)("%s", (_name, right, faults) => {
  const pairs = faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter((second) => second.part !== first.part)
      .map((second) => ({ first, second })),
  );

  test.each(faults)("$code is answered where $part alone is wrong", async ({ code, apply }) => {
    const draft = right();
    apply(draft);
    expect((await send(draft)).code).toBe(code);
  });

  test.each(pairs)("$first.code ($first.part) before $second.code ($second.part)", async ({ first, second }) => {
    const draft = right();
    second.apply(draft);
    first.apply(draft);
    expect((await send(draft)).code).toBe(first.code);
  });
});
