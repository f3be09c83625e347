import { randomInt } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { openSandbox, type Partner } from "../support/sandbox";

// The instance with the contract's own limits. Every test uses its own loopback addresses.
const sandbox = openSandbox("E2E_LIMITS_SANDBOX");
const { demo, other, hostRestricted, held } = sandbox.partners;
const address = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;

const repeat = async <T>(times: number, call: (n: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let n = 0; n < times; n++) answers.push(await call(n));
  return answers;
};
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
const times = (count: number, status: number): number[] => Array<number>(count).fill(status);

test("429 for an address's 31st payment in a minute, with any X-Forwarded-For (S18)", async () => {
  const merchant = new Merchant(sandbox.apiUrl, demo);
  const from = address();
  const spoofed = (n: number) => ({ "X-Forwarded-For": `203.0.113.${n}`, "X-Real-IP": `203.0.113.${n}` });
  const answers = await repeat(31, (n) => merchant.post(merchant.request(), { from, headers: spoofed(n) }));
  expect(statuses(answers)).toEqual([...times(30, 201), 429]);
  const last = answers.at(-1);
  expect(last?.headers["retry-after"]).toBe("60");
  expect(last?.json().error.code).toBe("rate_limited");
  expect(last?.headers.ratelimit).toMatch(/^"payments-ip";r=0;t=\d+$/);
  expect(last?.headers["ratelimit-policy"]).toBe('"payments-ip";q=30;w=60');
});

test("429 creates nothing, and queries still succeed", async () => {
  const merchant = new Merchant(sandbox.apiUrl, hostRestricted);
  const from = address();
  const request = () => merchant.request({ returnUrl: "https://shop.example/back" });
  await repeat(30, () => merchant.post(request(), { from }));
  const refused = request();
  expect((await merchant.post(refused, { from })).status).toBe(429);
  const found = await merchant.get(`/v1/payments?partnerTxCode=${refused.partnerTxCode}`, { from });
  expect([found.status, found.json().error.code]).toEqual([404, "payment_not_found"]);
});

test("429 because replays and refused requests count too", async () => {
  const from = address();
  const merchant = new Merchant(sandbox.apiUrl, demo, demo.apiKeys[1]);
  const request = merchant.request();
  const answers = await repeat(31, (n) => merchant.post(n % 2 ? request : { ...request, amount: 0 }, { from }));
  expect(statuses(answers.slice(0, 4))).toEqual([400, 201, 400, 200]);
  expect(answers.at(-1)?.status).toBe(429);
});

test("429 for a key's 61st payment in a minute from any number of addresses; the other key is not affected", async () => {
  const [first, second] = other.apiKeys.map((key) => new Merchant(sandbox.apiUrl, other, key));
  if (!first || !second) throw new Error("An account has two keys");
  const addresses = [address(), address(), address()];
  const answers = await repeat(61, (n) => first.post(first.request(), { from: addresses[n % 3] ?? "" }));
  expect(statuses(answers)).toEqual([...times(60, 201), 429]);
  expect(answers.at(-1)?.headers["ratelimit-policy"]).toBe('"payments-key";q=60;w=60');
  expect(answers.at(-1)?.headers["retry-after"]).toBe("60");
  expect((await first.post(first.request(), { from: address() })).status).toBe(429);
  expect((await second.post(second.request(), { from: address() })).status).toBe(201);
});

const control = (method: string, target: string, body: object) =>
  ask(sandbox.apiUrl, target, {
    method,
    headers: { Authorization: `Bearer ${sandbox.sandboxKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

test("429 by an account's own limit for its keys, at any time of the sandbox's clock", async () => {
  const changes = { acceptanceHeld: false, rateLimits: { paymentsPerKey: 2 } };
  const patch = (partner: Partner, body: object) => control("PATCH", `/sandbox/partners/${partner.partnerId}`, body);
  expect((await patch(held, changes)).status).toBe(200);
  const merchant = new Merchant(sandbox.apiUrl, held);
  const answers = await repeat(3, () => merchant.post(merchant.request(), { from: address() }));
  expect(statuses(answers)).toEqual([201, 201, 429]);
  expect(answers.at(-1)?.headers["ratelimit-policy"]).toBe('"payments-key";q=2;w=60');
  expect((await control("POST", "/sandbox/clock", { advanceSeconds: 3600 })).status).toBe(200);
  expect((await merchant.post(merchant.request(), { from: address() })).status).toBe(429);
  expect((await patch(held, { acceptanceHeld: true, rateLimits: null })).status).toBe(200);
});

test("429 for a key's 31st refund in a minute over the three endpoints, before anything is read; the other key is not affected", async () => {
  const [first, second] = demo.apiKeys.map((key) => new Merchant(sandbox.apiUrl, demo, key));
  if (!first || !second) throw new Error("An account has two keys");
  const { paymentCode } = (await first.post(first.request(), { from: address() })).json();
  const refund = (merchant: Merchant, code: string, n: number, body: unknown) => {
    const target = `/v1/payments/${code}/refunds${["", "/credit", "/void"][n % 3]}`;
    return merchant.post(body, { from: address() }, target);
  };
  const body = { partnerRefundCode: "R", amount: 1 };
  const calls = [
    (n: number) => refund(first, paymentCode, n, body),
    (n: number) => refund(first, "pay_x", n, body),
    (n: number) => refund(first, paymentCode, n, "{"),
  ] as const;
  const answers = await repeat(30, (n) => (calls[Math.floor(n / 3) % 3] ?? calls[0])(n));
  expect(statuses(answers.slice(0, 9))).toEqual([...times(3, 422), ...times(3, 404), ...times(3, 400)]);
  expect(statuses(answers)).not.toContain(429);
  expect(answers[0]?.headers.ratelimit).toMatch(/^"refunds-key";r=29;t=60$/);
  expect(answers.at(-1)?.headers.ratelimit).toMatch(/^"refunds-key";r=0;t=\d+$/);
  for (const [n, call] of calls.entries()) {
    for (const refused of [await call(n), await call(n + 1)]) {
      expect([refused.status, refused.json().error.code]).toEqual([429, "rate_limited"]);
      expect(refused.headers["ratelimit-policy"]).toBe('"refunds-key";q=30;w=60');
      expect(refused.headers.ratelimit).toMatch(/^"refunds-key";r=0;t=\d+$/);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    }
  }
  expect((await refund(second, paymentCode, 0, body)).status, "the account's other key").toBe(422);
  const list = await first.get(`/v1/payments/${paymentCode}/refunds`, { from: address() });
  expect([list.status, list.headers["ratelimit-policy"]], "queries have no budget of their own").toEqual([
    200,
    '"ip";q=240;w=60',
  ]);
});

test("429 for an account's 121st look-up of installments over both endpoints and both keys; another account is not affected", async () => {
  const [first, second] = demo.apiKeys.map((key) => new Merchant(sandbox.apiUrl, demo, key));
  if (!first || !second) throw new Error("An account has two keys");
  const from = [address(), address()];
  const look = (n: number) => {
    const merchant = n % 2 ? first : second;
    const options = { from: from[n % 2] ?? "" };
    if (n % 4 < 2) return merchant.installmentOptions("43550800", {}, options);
    return merchant.installmentOverview(n % 3 ? {} : { terminalId: "" }, options);
  };
  const answers = await repeat(120, look);
  expect(new Set(statuses(answers)), "a refused one counts as well").toEqual(new Set([200, 400]));
  for (const merchant of [first, second]) {
    for (const refused of [
      await merchant.installmentOptions("43550800", {}, { from: address() }),
      await merchant.installmentOverview({}, { from: address() }),
    ]) {
      expect([refused.status, refused.json().error.code]).toEqual([429, "rate_limited"]);
      expect(refused.headers["ratelimit-policy"]).toBe('"installments-partner";q=120;w=60');
      expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    }
  }
  const elsewhere = new Merchant(sandbox.apiUrl, other);
  expect((await elsewhere.installmentOverview({}, { from: address() })).status).toBe(200);
});

test("429 for an address's 61st handoff in a minute, with any references (S34)", async () => {
  const from = address();
  const handOver = (n: number) =>
    ask(sandbox.payUrl, "/handoff", {
      from,
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
      body: `paymentRef=unknown${n}`,
    });
  const answers = await repeat(61, handOver);
  expect(statuses(answers)).toEqual([...times(60, 404), 429]);
  expect(Number(answers.at(-1)?.headers["retry-after"])).toBeGreaterThanOrEqual(1);
});

test("429 after 240 calls of an address, before the key is checked (S19)", async () => {
  const from = address();
  const call = () => ask(sandbox.apiUrl, "/v1/payments/x", { from, headers: { Authorization: "Bearer garbage" } });
  const answers = await repeat(241, call);
  expect(statuses(answers)).toEqual([...times(240, 401), 429]);
  const last = answers.at(-1);
  expect(Number(last?.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  expect(Number(last?.headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(last?.headers["www-authenticate"]).toBeUndefined();
  const merchant = new Merchant(sandbox.apiUrl, demo);
  const create = await merchant.post(merchant.request(), { from });
  expect([create.status, create.headers["retry-after"]], "always 60 where payments are created").toEqual([429, "60"]);
  for (const [method, target] of [
    ["OPTIONS", "/v1/payments"],
    ["GET", "/v1/nothing"],
    ["HEAD", "/v1/payments/x"],
  ] as const) {
    expect((await ask(sandbox.apiUrl, target, { method, from })).status).toBe(429);
  }
  expect((await ask(sandbox.apiUrl, "/healthz", { from })).status, "health is not counted").toBe(200);
});

test("429 for every caller after 600 calls of all addresses together", async () => {
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  const addresses = [address(), address(), address()];
  const isForAll = () => String(answers.at(-1)?.headers["ratelimit-policy"]).startsWith('"platform"');
  while (answers.length < 601 && answers.at(-1)?.status !== 429) {
    const from = addresses[answers.length % 3] ?? "";
    answers.push(await ask(sandbox.apiUrl, "/v1/payments/x", { from }));
  }
  expect(isForAll(), "no address has used up its own budget").toBe(true);
  expect(answers.at(-1)?.status).toBe(429);
  expect(answers.at(-1)?.headers["ratelimit-policy"]).toBe('"platform";q=600;w=60');
  const merchant = new Merchant(sandbox.apiUrl, demo);
  const create = await merchant.post(merchant.request(), { from: address() });
  expect([create.status, create.headers["retry-after"]]).toEqual([429, "60"]);
  expect((await ask(sandbox.apiUrl, "/sandbox/clock", { from: address() })).status, "the controls go on").toBe(401);
});
