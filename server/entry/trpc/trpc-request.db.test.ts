import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createRateLimits } from "../limits/rate-limiter";
import { mutationProcedure, queryProcedure, router } from "../panel/door";
import { answerTrpc } from "./trpc-request";

let done = 0;
const tried = router({
  look: queryProcedure("payment.read")
    .input(z.object({ above: z.bigint() }).optional())
    .query(() => "seen"),
  change: mutationProcedure("link.write").mutation(async ({ ctx: { audit } }) => {
    await audit.begin({});
    done += 1;
  }),
});

const origin = "https://panel.test";
const ours = { Origin: origin, "x-vezne-page": "1", "Content-Type": "application/json" };

let world: TestWorld;
let door: Awaited<ReturnType<typeof createPanelContext>>;
beforeAll(async () => {
  world = await openTestWorld();
  door = await createPanelContext(world.ctx, "owner");
});
afterAll(() => world.close());

const limits = () => createRateLimits({ multiplier: 1 });

interface Asked {
  readonly paths: string;
  readonly init?: RequestInit;
  readonly query?: string;
  readonly counted?: ReturnType<typeof limits>;
}

const ask = async ({ paths, init, query = "?batch=1", counted = limits() }: Asked) => {
  const request = new Request(`${origin}/api/trpc/${paths}${query}`, init);
  const answer = await answerTrpc(request, {
    endpoint: "/api/trpc",
    router: tried,
    origin,
    door: { ...door, limits: counted },
  });
  const body = await answer.json();
  const first = Array.isArray(body) ? body[0] : body;
  return { status: answer.status, code: first?.error?.json?.data?.code ?? first?.error?.code, answer };
};

const times = (count: number, path: string) => Array(count).fill(path).join(",");
const post = (headers: Record<string, string> = ours) => ({ method: "POST", headers, body: "{}" });

describe("a batch", () => {
  test("of 20 calls is answered; of 21 calls none is executed", async () => {
    const before = done;
    expect((await ask({ paths: times(20, "change"), init: post() })).status).toBe(200);
    expect(done).toBe(before + 20);
    expect(await ask({ paths: times(21, "change"), init: post() })).toMatchObject({
      code: "payload_too_large",
    });
    expect(done).toBe(before + 20);
  });

  test.each(["%2C", "%2c"])("is also counted when its commas are written as %s", async (comma) => {
    const before = done;
    const paths = Array(21).fill("change").join(comma);
    expect(await ask({ paths, init: post() })).toMatchObject({ code: "payload_too_large" });
    const counted = limits();
    for (let n = 0; n < 3; n++) await ask({ paths: Array(20).fill("change").join(comma), init: post(), counted });
    expect(done).toBe(before + 60);
    expect(await ask({ paths: "change", init: post(), counted, query: "" })).toMatchObject({ status: 429 });
  });

  test("429 with Retry-After once its calls, each counted, exceed the minute's budget", async () => {
    const counted = limits();
    for (let n = 0; n < 3; n++) await ask({ paths: times(20, "change"), init: post(), counted });
    const before = done;
    const { code, status, answer } = await ask({ paths: "change", init: post(), counted, query: "" });
    expect([status, code, done]).toEqual([429, "rate_limited", before]);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await ask({ paths: "look", counted, query: "" })).status).toBe(200);
  });
});

describe("a change", () => {
  test("403 from another origin, and nothing is changed", async () => {
    const before = done;
    const init = post({ ...ours, Origin: "https://evil.example" });
    expect(await ask({ paths: "change", init, query: "" })).toMatchObject({
      status: 403,
      code: "access_denied",
    });
    expect(done).toBe(before);
  });

  test("405 by GET, and nothing is changed", async () => {
    const before = done;
    expect(await ask({ paths: "change", query: "" })).toMatchObject({ code: "method_not_allowed" });
    expect(done).toBe(before);
  });
});

describe("an input that cannot be read", () => {
  const amount = (text: string) => ({ json: { above: text }, meta: { values: { above: ["bigint"] } } });
  test.each([
    ["no JSON", "{"],
    ["an amount that is no number", JSON.stringify(amount("abc"))],
    ["a path to a prototype", JSON.stringify({ json: {}, meta: { values: { "__proto__.x": ["Date"] } } })],
    ["another type", JSON.stringify({ json: { above: 1 } })],
  ])("400 validation_error for %s, and no line in the log", async (_, input) => {
    const lines = world.warnings.length;
    const answer = await ask({ paths: "look", query: `?input=${encodeURIComponent(input)}` });
    expect([answer.status, answer.code]).toEqual([400, "validation_error"]);
    expect(world.warnings).toHaveLength(lines);
  });

  test("200 for an input that can be read", async () => {
    const input = encodeURIComponent(JSON.stringify(amount("5")));
    expect((await ask({ paths: "look", query: `?input=${input}` })).status).toBe(200);
  });
});
