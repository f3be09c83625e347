import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { ask } from "../support/http";
import { type Link, Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const stranger = new Merchant(sandbox.apiUrl, other);
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const members = [
  "id",
  "token",
  "url",
  "partnerReference",
  "status",
  "amount",
  "customerCommissionShareBps",
  "description",
  "redirectUrl",
  "firstOpenedAt",
  "lastOpenedAt",
  "expiresAt",
  "createdAt",
  "updatedAt",
  "allowedInstallmentCounts",
  "items",
  "payerName",
];

test("201 for the smallest request, with exactly the members of §2.1 and null for missing ones", async () => {
  const answer = await merchant.createLink();
  expect(answer.status, answer.text).toBe(201);
  const link: Link = answer.json();
  expect(Object.keys(link)).toEqual(members);
  expect(link).toEqual({
    id: expect.stringMatching(/^pl_[0-9A-HJKMNP-TV-Z]{26}$/),
    token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    url: `${sandbox.payUrl}/l/${link.token}`,
    partnerReference: expect.any(Number),
    status: "pending",
    amount: 125_050,
    customerCommissionShareBps: 0,
    description: null,
    redirectUrl: null,
    firstOpenedAt: null,
    lastOpenedAt: null,
    expiresAt: expect.stringMatching(instant),
    createdAt: expect.stringMatching(instant),
    updatedAt: link.createdAt,
    allowedInstallmentCounts: null,
    items: null,
    payerName: null,
  });
  expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(604_800_000);
});

test("201 with every sent value unchanged, also in every query", async () => {
  const sent = {
    amount: 300,
    customerCommissionShareBps: 5000,
    description: "  Sipariş\t1042\n🧿 <b>&amp;</b> ",
    redirectUrl: "https://shop.example/a/?x=1#f",
    items: [
      { name: "Zümrüt\n", note: "", amount: 100 },
      { name: "Ayna", note: null, amount: 199 },
      { name: "Zümrüt\n", note: "ikincisi", amount: 1 },
    ],
    payerName: "İpek O’Neil 👩‍👩‍👧‍👦",
  };
  const link = await merchant.createdLink({ ...sent, allowedInstallmentCounts: [12, 1, 3, 12] });
  expect(link).toMatchObject({ ...sent, allowedInstallmentCounts: [1, 3, 12] });
  expect(await merchant.link(link.id)).toEqual(link);
  const { items } = await merchant.links(`?minAmount=300&maxAmount=300&size=200`);
  expect(items.find(({ id }) => id === link.id)).toEqual(link);
  expect((await merchant.cancelLink(link.id)).json()).toEqual({
    ...link,
    status: "cancelled",
    updatedAt: expect.stringMatching(instant),
  });
});

test.describe("201 at the limits of the allowed values", () => {
  const text = (length: number) => "🧿".repeat(length);
  const edges: [title: string, changes: Record<string, unknown>][] = [
    ["1 kuruş", { amount: 1 }],
    ["ten million lira", { amount: 1_000_000_000 }],
    ["a double without a fraction", { amount: 100 }],
    ["the whole commission", { customerCommissionShareBps: 10_000 }],
    ["512 characters of description", { description: text(512) }],
    ["120 characters of a name", { payerName: text(120) }],
    ["an empty description and name", { description: "", payerName: "" }],
    ["every optional field as null", nulls()],
    [
      "50 items of the greatest length",
      { amount: 50, items: Array(50).fill({ name: text(120), note: text(200), amount: 1 }) },
    ],
    ["members that nobody knows", { sort: "x", items: [{ name: "A", amount: 125_050, vat: 20 }] }],
  ];
  for (const [title, changes] of edges) {
    test(`201 ${title}`, async () => {
      const answer = await merchant.createLink(changes);
      expect(answer.status, answer.text.slice(0, 300)).toBe(201);
    });
  }
});

test("201 with forged members ignored (S17)", async () => {
  const forged = {
    id: "pl_FORGED",
    token: "forged",
    url: "https://evil.example/",
    partnerReference: 1,
    partnerId: other.partnerId,
    status: "completed",
    expiresAt: "2099-01-01T00:00:00.000Z",
    createdAt: "2020-01-01T00:00:00.000Z",
    firstOpenedAt: "2020-01-01T00:00:00.000Z",
    lastAttemptNo: 9,
    tokenHash: "x",
    currency: "USD",
  };
  const link = await merchant.createdLink(forged);
  expect(link).toMatchObject({ status: "pending", firstOpenedAt: null });
  expect(JSON.stringify(link)).not.toMatch(/forged|evil|2099|2020-01/i);
  expect(Object.keys(link)).toEqual(members);
  expectError(await stranger.get(`/v1/payment-links/${link.id}`), 404, "payment_link_not_found");
});

test("201 with the configured address, independent of proxy headers (S25)", async () => {
  const headers = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Port": "1",
    Forwarded: "host=evil.example;proto=https",
  };
  const answer = await merchant.createLink({}, { headers });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json().url).toBe(`${sandbox.payUrl}/l/${answer.json().token}`);
  const refused = await merchant.createLink({}, { headers: { Host: "evil.example" } });
  expectError(refused, 421, "misdirected_request");
});

test("201 with ascending references and times for concurrent creations; refused ones use no reference", async () => {
  const races = Array.from({ length: 30 }, (_, n) =>
    stranger.createLink(n % 3 === 2 ? { allowedInstallmentCounts: [] } : { description: `race ${n}` }),
  );
  const answers = await Promise.all(races);
  const created: Link[] = answers.filter(({ status }) => status === 201).map((answer) => answer.json());
  expect(created).toHaveLength(20);
  const byReference = [...created].sort((a, b) => a.partnerReference - b.partnerReference);
  const byTime = [...created].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  expect(byReference.map(({ id }) => id)).toEqual(byTime.map(({ id }) => id));
  const [first, last] = [byReference[0], byReference.at(-1)];
  const from = `?createdFrom=${first?.createdAt}&createdTo=${last?.createdAt}&size=200`;
  const between = (await stranger.links(from)).items.map(({ partnerReference }) => partnerReference);
  const start = first?.partnerReference ?? Number.NaN;
  expect(between, "no gap").toEqual(between.map((_, n) => start + between.length - 1 - n));
});

test.describe("404 for links of other accounts (S15)", () => {
  for (const method of ["GET", "DELETE"]) {
    test(`404 ${method} with the same response for another account's link and for a missing one`, async () => {
      const link = await merchant.createdLink();
      const nobodys = link.id.replace(/.{8}$/, "00000000");
      const wrong = [
        link.id,
        nobodys,
        link.token,
        "pl_",
        "x",
        "a%20b",
        encodeURIComponent("pl_' or 1=1--"),
        "%F0%9F%A7%BF",
      ];
      const answers = [];
      for (const id of wrong) {
        const answer = await stranger.get(`/v1/payment-links/${id}`, { method });
        expectError(answer, 404, "payment_link_not_found");
        answers.push(answer.text.replace(/"traceId":"\w+"/, ""));
      }
      expect(new Set(answers).size).toBe(1);
      expect(await merchant.link(link.id)).toEqual(link);
    });
  }
  test("200 for an account's link with both of its keys", async () => {
    const link = await merchant.createdLink();
    const secondKey = new Merchant(sandbox.apiUrl, demo, demo.apiKeys[1]);
    expect(await secondKey.link(link.id)).toEqual(link);
  });
  test("401 for every call without a key", async () => {
    for (const [method, target] of [
      ["POST", "/v1/payment-links"],
      ["GET", "/v1/payment-links"],
      ["GET", "/v1/payment-links/x"],
      ["DELETE", "/v1/payment-links/x"],
    ] as const) {
      expectError(await ask(sandbox.apiUrl, target, { method }), 401, "unauthorized");
    }
  });
});

test.describe("cancelling", () => {
  test("200 for the first cancellation, 409 for all later ones", async () => {
    const { id } = await merchant.createdLink();
    const answer = await merchant.cancelLink(id);
    expect([answer.status, Object.keys(answer.json())]).toEqual([200, members]);
    for (let times = 0; times < 2; times++) {
      expectError(await merchant.cancelLink(id), 409, "payment_link_cancelled");
    }
    expect(await merchant.link(id)).toEqual(answer.json());
  });
  test("200 for one of ten concurrent cancellations", async () => {
    const { id } = await merchant.createdLink();
    const answers = await Promise.all(Array.from({ length: 10 }, () => merchant.cancelLink(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectError(answer, 409, "payment_link_cancelled");
    }
  });
  test("200 with a body, which is ignored, and with a trailing slash", async () => {
    const [one, two] = [await merchant.createdLink(), await merchant.createdLink()];
    expect((await merchant.cancelLink(one.id, { body: "{" })).status).toBe(200);
    expect((await merchant.cancelLink(`${two.id}/`)).status).toBe(200);
  });
});

test("200 for HEAD with the headers of GET and no body", async () => {
  const { id } = await merchant.createdLink();
  for (const target of [`/v1/payment-links/${id}`, "/v1/payment-links?size=1"]) {
    const answer = await merchant.get(target, { method: "HEAD" });
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("no-store");
  }
});

test("405 for other methods, with the allowed ones", async () => {
  for (const [target, method, allow] of [
    ["/v1/payment-links", "DELETE", "POST, GET, HEAD"],
    ["/v1/payment-links", "PUT", "POST, GET, HEAD"],
    ["/v1/payment-links/x", "POST", "GET, HEAD, DELETE"],
    ["/v1/payment-links/x", "PATCH", "GET, HEAD, DELETE"],
    ["/v1/payment-links/x", "OPTIONS", "GET, HEAD, DELETE"],
  ] as const) {
    const answer = await merchant.get(target, { method });
    expectError(answer, 405, "method_not_allowed");
    expect(answer.headers.allow).toBe(allow);
  }
  expectError(await merchant.get("/v1/payment-links/x/y"), 404, "not_found");
});

function nulls(): Record<string, null> {
  const optional = ["customerCommissionShareBps", "description", "redirectUrl", "allowedInstallmentCounts", "items"];
  return Object.fromEntries([...optional, "payerName"].map((name) => [name, null]));
}
