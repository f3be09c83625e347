import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

/** "broken": the connection ends without an answer. */
type Reply = readonly [status: number, body: object | string, headers?: Record<string, string>] | "broken";

/** What the server was asked, and what it answers next. */
let asked: string[] = [];
let replies: Reply[] = [];
let server: Server;
// biome-ignore lint/suspicious/noExplicitAny: a program without types, as merchants copy it
let program: any;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    asked.push(`${method} ${url} ${Buffer.concat(chunks)}`.trim());
    expect(headers.authorization).toBe("Bearer sk_test_1");
    const reply = replies.shift() ?? [500, error("internal_error")];
    if (reply === "broken") return void response.destroy();
    const [status, body, more] = reply;
    response.writeHead(status, { "Content-Type": "application/json", ...more });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.API_ORIGIN = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.API_KEY = "sk_test_1";
  program = await import(pathToFileURL("components/docs/samples/refunds.mjs").href);
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
const order = { partnerRefundCode: "R/1", amount: 5 };
const post = 'POST /v1/payments/pay_1/refunds {"partnerRefundCode":"R/1","amount":5}';
const look = "GET /v1/refunds?partnerRefundCode=R%2F1";
const begun = { refundId: "rf_1", method: "credit", status: "approved" };
const record = { ...begun, paymentCode: "pay_1", partnerRefundCode: "R/1" };
const noRefund: Reply = [404, error("refund_not_found")];

test("begun: one request, to the endpoint of the way that was chosen", async () => {
  replies = [
    [201, begun],
    [201, begun],
  ];
  expect(await program.refund("pay_1", order)).toEqual(begun);
  expect(await program.refund("pay_1", order, "/credit")).toEqual(begun);
  expect(asked).toEqual([post, post.replace("/refunds ", "/refunds/credit ")]);
});

test.each([
  ["the connection broke", "broken"],
  ["the answer was a 5xx", [502, "<html>"]],
  ["the code was used before", [409, error("refund_in_progress")]],
] as const)("%s: looked up, and not sent again", async (_, reply) => {
  replies = [reply, [200, { ...record, status: "pending" }]];
  expect(await program.refund("pay_1", order)).toMatchObject({ refundId: "rf_1", status: "pending" });
  expect(asked).toEqual([post, look]);
});

test("nothing was begun: the same request again, with the same code", async () => {
  replies = ["broken", noRefund, [201, begun]];
  expect(await program.refund("pay_1", order)).toEqual(begun);
  expect(asked).toEqual([post, look, post]);
});

test.each([
  ["breaks off", "broken"],
  ["is a 5xx", [503, error("service_overloaded")]],
  ["finds nobody who knows refunds", [404, "<html>"]],
] as const)("the look-up %s: an error, and no second request for money", async (_, reply) => {
  replies = ["broken", reply];
  await expect(program.refund("pay_1", order)).rejects.toThrow();
  expect(asked).toEqual([post, look]);
});

test("gives up after five attempts that began nothing", async () => {
  replies = Array.from({ length: 5 }, (): Reply[] => [[503, error("service_overloaded")], noRefund]).flat();
  await expect(program.refund("pay_1", order)).rejects.toMatchObject({ code: "service_overloaded" });
  expect(asked).toEqual(Array(5).fill([post, look]).flat());
}, 20_000);

test.each([
  ["another refund of the payment is under way", noRefund],
  ["the code stands for another payment's refund", [200, { ...record, paymentCode: "pay_2" }]],
] as const)("409 is an error where %s", async (_, found) => {
  replies = [[409, error("refund_in_progress")], found];
  await expect(program.refund("pay_1", order)).rejects.toMatchObject({
    status: 409,
    code: "refund_in_progress",
  });
  expect(asked).toEqual([post, look]);
});

test("a refusal is an error with its code and trace id, and is not looked up", async () => {
  replies = [[422, error("refund_not_yet_available")]];
  await expect(program.refund("pay_1", order)).rejects.toMatchObject({
    status: 422,
    code: "refund_not_yet_available",
    message: expect.stringContaining("4bf9"),
  });
  expect(asked).toEqual([post]);
});

test("after a refusal of the budget the same request is sent", async () => {
  replies = [
    [429, error("rate_limited"), { "Retry-After": "0" }],
    [201, begun],
  ];
  expect(await program.refund("pay_1", order)).toEqual(begun);
  expect(asked).toEqual([post, post]);
});

test("a webhook leads to the payment's refunds; the payment says what is possible", async () => {
  replies = [
    [200, { items: [record] }],
    [200, { paymentCode: "pay_1", refundOptions: null }],
  ];
  expect(await program.refundsOf({ paymentCode: "pay_1" })).toEqual([record]);
  expect(await program.getPayment("pay_1")).toMatchObject({ refundOptions: null });
  expect(asked).toEqual(["GET /v1/payments/pay_1/refunds", "GET /v1/payments/pay_1"]);
});
