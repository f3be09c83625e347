import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

type Reply = readonly [status: number, body: object, headers?: Record<string, string>];

/** What the server was asked, and what it answers next. */
let asked: { readonly target: string; readonly body: string; readonly key: string | undefined }[] = [];
let replies: Reply[] = [];
let server: Server;
// biome-ignore lint/suspicious/noExplicitAny: a program without types, as merchants copy it
let program: any;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const body = Buffer.concat(chunks).toString();
    asked.push({ target: `${method} ${url}`, body, key: headers.authorization });
    const [status, answer, more] = replies.shift() ?? [500, error("internal_error")];
    response.writeHead(status, { "Content-Type": "application/json", ...more }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.API_ORIGIN = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.API_KEY = "sk_test_1";
  program = await import(pathToFileURL("components/docs/samples/payment-links.mjs").href);
});
beforeEach(() => {
  asked = [];
  replies = [];
});
afterAll(() => {
  for (const name of ["API_ORIGIN", "API_KEY"]) delete process.env[name];
  server.close();
  server.closeAllConnections();
});

const error = (code: string) => ({ error: { code, message: "…", traceId: "4bf9" } });
const refusal: Reply = [429, error("rate_limited"), { "Retry-After": "0" }];
async function listed(links: AsyncIterable<object>): Promise<object[]> {
  const all: object[] = [];
  for await (const link of links) all.push(link);
  return all;
}
const targets = () => asked.map(({ target }) => target);

test("created after a refusal of the budget: the same request, with the key", async () => {
  replies = [refusal, [201, { id: "pl_1" }]];
  expect(await program.createLink({ amount: 5 })).toEqual({ id: "pl_1" });
  const once = { target: "POST /v1/payment-links", body: '{"amount":5}', key: "Bearer sk_test_1" };
  expect(asked).toEqual([once, once]);
});

test("gives up after five refusals of the budget", async () => {
  replies = Array(6).fill(refusal);
  await expect(program.getLink("pl_1")).rejects.toMatchObject({ status: 429, code: "rate_limited" });
  expect(asked).toHaveLength(5);
});

test("an error carries its status, its code and the trace for support", async () => {
  replies = [[422, error("installment_not_allowed")]];
  await expect(program.createLink({})).rejects.toMatchObject({
    status: 422,
    code: "installment_not_allowed",
    message: expect.stringContaining("4bf9"),
  });
});

test("a cancel that came too late answers the link as it is", async () => {
  replies = [
    [409, error("payment_link_already_paid")],
    [200, { status: "completed" }],
  ];
  expect(await program.cancelLink("pl_1")).toEqual({ status: "completed" });
  expect(targets()).toEqual(["DELETE /v1/payment-links/pl_1", "GET /v1/payment-links/pl_1"]);
});

test("a cancel of an unknown link is an error", async () => {
  replies = [[404, error("payment_link_not_found")]];
  await expect(program.cancelLink("pl_1")).rejects.toMatchObject({ status: 404 });
  expect(asked).toHaveLength(1);
});

test("lists every link once, each page beginning where the one before ended", async () => {
  const link = (n: number) => ({ id: `pl_${n}`, createdAt: `2026-11-20T09:00:0${n}.000Z` });
  replies = [
    [200, { items: [link(5), link(4)], hasMore: true }],
    [200, { items: [link(4), link(3)], hasMore: true }],
    [200, { items: [link(3)], hasMore: false }],
  ];
  const found = await listed(program.listLinks({ status: ["pending", "failed"], size: 2 }));
  expect(found).toEqual([link(5), link(4), link(3)]);
  const query = "GET /v1/payment-links?size=2&status=pending&status=failed";
  expect(targets()).toEqual([
    query,
    `${query}&createdTo=2026-11-20T09%3A00%3A04.000Z`,
    `${query}&createdTo=2026-11-20T09%3A00%3A03.000Z`,
  ]);
});

test("lists in the largest pages unless told otherwise", async () => {
  replies = [[200, { items: [], hasMore: false }]];
  expect(await listed(program.listLinks())).toEqual([]);
  expect(targets()).toEqual(["GET /v1/payment-links?size=200"]);
});

test("a webhook leads to its link, or to its payment", async () => {
  replies = [
    [200, { id: "pl_1" }],
    [200, { paymentCode: "pay_1" }],
  ];
  expect(await program.subjectOf({ paymentLinkId: "pl_1" })).toEqual({ id: "pl_1" });
  expect(await program.subjectOf({ paymentCode: "pay_1" })).toEqual({ paymentCode: "pay_1" });
  expect(targets()).toEqual(["GET /v1/payment-links/pl_1", "GET /v1/payments/pay_1"]);
});
