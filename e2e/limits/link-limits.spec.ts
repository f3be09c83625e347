import { randomInt } from "node:crypto";
import { expect, test } from "@playwright/test";
import { type Answer, ask } from "../support/http";
import { type Link, Merchant } from "../support/merchant";
import { openSandbox, type Partner } from "../support/sandbox";

// Runs on its own instance with the contract's limits. All tests together stay below the 600 calls per minute of the
// whole platform, until the last test uses them up.
const sandbox = openSandbox("E2E_LINK_LIMITS_SANDBOX");
const { demo, other, amountLimited, hostRestricted } = sandbox.partners;
const address = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;
const keyed = (partner: Partner, key: 0 | 1 = 0) => new Merchant(sandbox.apiUrl, partner, partner.apiKeys[key]);

const path = "/v1/payment-links";
const repeat = async <T>(times: number, call: (n: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let n = 0; n < times; n++) answers.push(await call(n));
  return answers;
};
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

/** Expects a refusal by this rate limit. */
function expectLimited(answer: Answer | undefined, policy: string): void {
  expect(answer?.status).toBe(429);
  expect(answer?.json().error.code).toBe("rate_limited");
  expect(answer?.headers["retry-after"]).toBe("60");
  expect(answer?.headers["ratelimit-policy"]).toBe(policy);
  expect(answer?.headers.ratelimit).toMatch(new RegExp(`^${policy.split(";")[0]};r=0;t=\\d+$`));
}

/** Calls each of the four endpoints once from this address. */
const allFour = (merchant: Merchant, from: string): Promise<Answer>[] => [
  merchant.createLink({}, { from }),
  merchant.cancelLink("pl_x", { from }),
  merchant.get(path, { from }),
  merchant.get(`${path}/pl_x`, { from }),
];

test("429 for a key's 31st creation or cancellation in a minute, also after refused ones; it has no effect", async () => {
  const merchant = keyed(demo);
  const addresses = [address(), address()];
  let last: Link | undefined;
  const write = async (n: number) => {
    const options = { from: addresses[n % 2] ?? "" };
    if (n % 3 === 1) return merchant.cancelLink("pl_x", options);
    const answer = await merchant.createLink(n % 3 === 2 ? { amount: 0 } : {}, options);
    if (answer.status === 201) last = answer.json();
    return answer;
  };
  const answers = await repeat(31, write);
  expect(statuses(answers.slice(0, 6))).toEqual([201, 404, 400, 201, 404, 400]);
  expect(statuses(answers).filter((status) => status === 429)).toHaveLength(1);
  const policy = '"links-write-key";q=30;w=60';
  expectLimited(answers.at(-1), policy);
  expectLimited(await merchant.cancelLink(last?.id ?? "", { from: address() }), policy);
  const second = keyed(demo, 1);
  expect((await second.createLink({}, { from: address() })).status, "the account's other key").toBe(201);
  const seen = await merchant.get(`${path}?createdFrom=${last?.createdAt}`, { from: address() });
  expect(seen.status, "reading has a budget of its own").toBe(200);
  expect(seen.json().items.map(({ status }: Link) => status)).toEqual(["pending", "pending"]);
});

test("429 for a key's 121st query or list in a minute from any number of addresses", async () => {
  const merchant = keyed(other);
  const addresses = [address(), address(), address()];
  const read = (n: number) =>
    merchant.get(n % 2 ? `${path}/pl_x` : `${path}?size=1&page=${n === 4 ? 100_001 : 0}`, {
      from: addresses[n % 3] ?? "",
      method: n % 5 ? "GET" : "HEAD",
    });
  const answers = await repeat(120, read);
  expect(new Set(statuses(answers))).toEqual(new Set([200, 400, 404]));
  expectLimited(await merchant.get(path, { from: address() }), '"links-read-key";q=120;w=60');
  const head = await merchant.get(`${path}/pl_x`, { from: address(), method: "HEAD" });
  expect([head.status, head.text, head.headers["retry-after"]]).toEqual([429, "", "60"]);
  expect((await keyed(other, 1).get(path, { from: address() })).status).toBe(200);
  expect((await merchant.createLink({}, { from: address() })).status, "writing goes on").toBe(201);
});

test("429 for an address's 121st call of the four endpoints with any keys; the key itself is not blocked", async () => {
  const from = address();
  const merchants = [keyed(amountLimited), keyed(amountLimited, 1)];
  const answers = await repeat(120, (n) => oneOfFour(n % 12, merchants[n % 2] ?? keyed(demo), from));
  expect(statuses(answers)).not.toContain(429);
  const policy = '"links-ip";q=120;w=60';
  for (const answer of await Promise.all(allFour(keyed(amountLimited), from))) expectLimited(answer, policy);
  expect((await keyed(amountLimited).get("/v1/payments/x", { from })).status, "payments go on").toBe(404);
  expect((await keyed(amountLimited).get(path, { from: address() })).status, "elsewhere").toBe(200);
});

/** Makes one of a creation, a cancellation and ten queries, so that each key stays within its own limits. */
const oneOfFour = (n: number, merchant: Merchant, from: string): Promise<Answer> => {
  if (n === 0) return merchant.createLink({}, { from });
  if (n === 1) return merchant.cancelLink("pl_x", { from });
  return merchant.get(n % 2 ? path : `${path}/pl_x`, { from });
};

test("429 by an account's own limits, which apply to each of its keys separately", async () => {
  const patch = (rateLimits: object | null) =>
    ask(sandbox.apiUrl, `/sandbox/partners/${amountLimited.partnerId}`, {
      method: "PATCH",
      headers: { Authorization: `Bearer ${sandbox.sandboxKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ rateLimits }),
    });
  expect((await patch({ linkWritesPerKey: 11, linkReadsPerKey: 52 })).status).toBe(200);
  const raised = keyed(amountLimited);
  // This key has made ten writes and fifty-one reads before.
  expect((await raised.createLink({}, { from: address() })).status).toBe(201);
  expectLimited(await raised.createLink({}, { from: address() }), '"links-write-key";q=11;w=60');
  expect((await raised.get(path, { from: address() })).status).toBe(200);
  expectLimited(await raised.get(path, { from: address() }), '"links-read-key";q=52;w=60');
  const elsewhere = keyed(hostRestricted);
  expect((await elsewhere.createLink({}, { from: address() })).status, "another account").toBe(201);
  expect((await patch(null)).status).toBe(200);
  expect((await raised.createLink({}, { from: address() })).status).toBe(201);
});

test("429 with Retry-After 60 on all four endpoints when the address or the whole platform has made too many calls", async () => {
  const from = address();
  const elsewhere = [address(), address(), address()];
  const merchant = keyed(demo, 1);
  let answer: Answer | undefined;
  const knock = (at: string) => ask(sandbox.apiUrl, "/v1/payments/x", { from: at });
  while (answer?.status !== 429) answer = await knock(from);
  expect(answer.headers["ratelimit-policy"]).toBe('"ip";q=240;w=60');
  for (const refused of await Promise.all(allFour(merchant, from))) expectLimited(refused, '"ip";q=240;w=60');
  answer = undefined;
  for (let n = 0; answer?.status !== 429; n++) answer = await knock(elsewhere[n % 3] ?? "");
  const policy = '"platform";q=600;w=60';
  expect(answer.headers["ratelimit-policy"]).toBe(policy);
  for (const refused of await Promise.all(allFour(merchant, address()))) expectLimited(refused, policy);
});
