import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { converse, openFront, type TestFront } from "@/server/testing/doors/front";
import { caller, createContext } from "@/server/testing/doors/requests";
import type { Caller } from "@/server/usecases/caller";
import { readCallerFacts } from "../http/request-facts";
import { createRouteTable } from "../http/routes";
import { createRateLimits, type RateLimits } from "../limits/rate-limiter";
import type { Operation } from "./operation";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

// The order of D-7 from the first byte on: the requests that the server in front could refuse by itself reach the
// pipeline, which counts them like all others and answers them by the first row that fails.

let front: TestFront;
let limits: RateLimits;
let isSpent = false;
/** The status of each answer of a test, including answers to a client that had disconnected. */
let answered: number[] = [];

beforeEach(() => {
  answered = [];
  limits = createRateLimits({ multiplier: 1 });
  isSpent = false;
});
beforeAll(async () => {
  const routes = createRouteTable(operations);
  const authenticate = async (_ctx: unknown, key: string): Promise<Caller | null> =>
    key === "sk_none" ? null : { ...caller, status: key === "sk_closed" ? "closed" : "active" };
  const take: RateLimits["take"] = async (policy, ...rest) => {
    const usage = await limits.take(policy, ...rest);
    return policy === "ip" && isSpent ? { ...usage, allowed: false } : usage;
  };
  front = await openFront((_req, res) => res.end("page"), {
    v1: async (request) => {
      const door = { ctx: createContext(), limits: { ...limits, take }, routes, authenticate, strict: true };
      const answer = await answerAsResponse(request, readCallerFacts(), door);
      answered.push(answer.status);
      return answer;
    },
  });
});
afterAll(() => front.close());

const head = (method: string, target: string, key: string | null, ...lines: string[]) => {
  const credential = key === null ? [] : [`Authorization: Bearer ${key}`];
  return `${[`${method} ${target} HTTP/1.1`, `Host: ${front.host}`, ...credential, ...lines].join("\r\n")}\r\n\r\n`;
};
const ask = async (bytes: string) => {
  const client = converse(front.port);
  client.send(bytes);
  const answer = (await client.next()) ?? { status: 0, head: "", body: "" };
  client.close();
  const code = answer.body === "" ? undefined : JSON.parse(answer.body).error?.code;
  return { ...answer, code, limit: /^ratelimit: (\S+)$/im.exec(answer.head)?.[1] };
};
/** Returns the path of an operation with a value for each of its parameters. */
const pathOf = ({ path }: Operation) => path.replace(/\{\w+\}/g, "x");
const methodsAt = (path: string) =>
  operations
    .filter((operation) => operation.path === path)
    .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");

/** What a request may bring that the server in front could refuse by itself. */
const tooMuch: [name: string, lines: string[], body: string][] = [
  ["announces 2 MB", ["Content-Length: 2000000"], ""],
  ["sends chunks of 1.25 MiB", ["Transfer-Encoding: chunked"], `10000\r\n${"a".repeat(65_536)}\r\n`.repeat(20)],
  ["waits with 2 MB", ["Content-Length: 2000000", "Expect: 100-continue"], ""],
];

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s",
  (_, operation) => {
    const path = pathOf(operation);

    test.each(["TRACE", "PROPFIND"])("429, then 405 with the methods of the path, for %s", async (method) => {
      const refused = await ask(head(method, path, null));
      expect(refused).toMatchObject({
        status: 405,
        code: "method_not_allowed",
        limit: expect.stringMatching(/r=239;/),
      });
      expect(/^allow: (.*)$/im.exec(refused.head)?.[1]).toBe(methodsAt(operation.path));
      isSpent = true;
      expect(await ask(head(method, path, null))).toMatchObject({ status: 429, code: "rate_limited" });
    });

    test.each(operation.body ? tooMuch : tooMuch.slice(0, 1))(
      "429, 401, 403 before 413 for a request that %s",
      async (_name, lines, body) => {
        const send = (key: string | null) => ask(head(operation.method, path, key, ...lines) + body);
        expect(await send(null)).toMatchObject({ status: 401, limit: expect.stringMatching(/r=239;/) });
        expect(await send("sk_none")).toMatchObject({ status: 401, limit: expect.stringMatching(/r=238;/) });
        expect(await send("sk_closed")).toMatchObject({ status: 403, code: "partner_not_active" });
        if (operation.body !== undefined) {
          const refused = await send("sk_active");
          expect(refused).toMatchObject({ status: 413, code: "payload_too_large" });
          expect(refused.limit).toBeDefined();
        }
        isSpent = true;
        const refused = await send("sk_active");
        expect(refused).toMatchObject({ status: 429, code: "rate_limited" });
        expect(refused.head).toMatch(/^retry-after: \d+$/im);
      },
    );

    test("the same for a target that names our host", async () => {
      const target = `http://${front.host}${path}`;
      expect(await ask(head(operation.method, target, null))).toMatchObject({
        status: 401,
        limit: expect.stringMatching(/r=239;/),
      });
      isSpent = true;
      expect(await ask(head(operation.method, target, null))).toMatchObject({ status: 429 });
    });
  },
);

test.each(tooMuch)("429 before 404 for an unknown path, also for a request that %s", async (_, lines, body) => {
  const send = () => ask(head("POST", "/v1/nope", "sk_active", ...lines) + body);
  expect(await send()).toMatchObject({ status: 404, code: "not_found", limit: expect.stringMatching(/r=239;/) });
  isSpent = true;
  expect(await send()).toMatchObject({ status: 429 });
});

test.each(["/v1/./payments", "/v1/x/../payments", "/v1/%2E%2e/panel", "/v1/payments/..", "/v1/.\\payments"])(
  "429 before 404 for dot segments: %s is no other path",
  async (target) => {
    const requests = [
      head("GET", target, "sk_active"),
      head("TRACE", target, "sk_active"),
      head("POST", `http://${front.host}${target}?a=/../b`, "sk_active", "Content-Length: 2000000"),
    ];
    for (const request of requests) {
      expect(await ask(request)).toMatchObject({
        status: 404,
        code: "not_found",
        limit: expect.stringMatching(/r=2\d\d;/),
      });
    }
    isSpent = true;
    for (const request of requests) expect(await ask(request)).toMatchObject({ status: 429 });
  },
);

test("a query string with dot segments changes nothing", async () => {
  const answer = await ask(head("GET", "/v1/payments?partnerTxCode=/../x", "sk_none"));
  expect(answer).toMatchObject({ status: 401, limit: expect.stringMatching(/r=239;/) });
});

test("429 for the 241st request, whatever the requests before it were", async () => {
  const client = converse(front.port);
  for (let n = 0; n < 240; n += 1) {
    const kinds = [
      head("TRACE", "/v1/payments", null),
      head("GET", `http://${front.host}/v1/payments`, null),
      head("POST", "/v1/payments", null, "Content-Length: 70000") + "a".repeat(70_000),
    ];
    client.send(kinds[n % kinds.length] ?? "");
    expect([401, 405]).toContain((await client.next())?.status);
  }
  client.send(head("PROPFIND", "/v1/nope", null));
  expect(await client.next()).toMatchObject({ status: 429 });
});

test.each([
  ["a small body", 100],
  ["a large body", 100_000],
])("400 for %s that breaks off: the request uses its budget, and no failure is logged", async (_, length) => {
  front.lines.length = 0;
  const client = converse(front.port);
  const arrived = once(front.server, "request");
  client.send(`${head("POST", "/v1/payments", "sk_active", `Content-Length: ${length}`)}{"amount"`);
  await arrived;
  client.close();
  await expect.poll(() => answered).toEqual([400]);
  expect(await ask(head("GET", "/v1/nope", null))).toMatchObject({ limit: expect.stringMatching(/r=238;/) });
  expect(front.lines.filter((line) => "err" in line)).toEqual([]);
});

test("400 for a request without Host, and its budget is not used", async () => {
  const withoutHost = await ask("GET /v1/payments HTTP/1.1\r\n\r\n");
  expect(withoutHost).toMatchObject({ status: 400, code: "validation_error", limit: undefined });
  expect(withoutHost.head).toMatch(/^x-request-id: [0-9a-f]{32}$/im);
  expect(await ask(head("GET", "/v1/payments", null))).toMatchObject({ limit: expect.stringMatching(/r=239;/) });
});
