import { afterAll, beforeAll, expect, test } from "vitest";
import { plusMs, seconds } from "@/server/domain/clock";
import { type Behaviour, startTestReceiver, type TestReceiver } from "@/server/testing/receivers/receiver";
import { openTestWorld, type TestWorld, testWebhookSecret } from "@/server/testing/world/world";
import { createWebhookSender } from "@/server/webhooks/sender";
import { attemptDelivery } from "./attempt-delivery";
import { relayOutbox } from "./relay-outbox";
import { webhookSecretPurpose } from "./shared/webhook-secret";
import { triggerWebhook } from "./trigger-webhook";

/** Each kind of answer over real sockets and with the real five seconds, and the resulting delivery state (§6.4). */
let world: TestWorld;
let receiver: TestReceiver;

type Ending = "delivered" | "rejected" | "retried";
type Row = readonly [
  name: string,
  behaviour: Behaviour,
  ending: Ending,
  statusCode: number | null,
  errorClass: string | null,
];

const after = (delayMs: number): Behaviour => ({ status: 200, delayMs });
const continueThenSilence: Behaviour = { raw: ["HTTP/1.1 100 Continue\r\n\r\n"], end: "hang" };

const answers: readonly Row[] = [
  ["200", 200, "delivered", 200, null],
  ["204", 204, "delivered", 204, null],
  ["299", 299, "delivered", 299, null],
  ["301", { status: 301, headers: { Location: "/200" } }, "retried", 301, "redirect"],
  ["302", { status: 302, headers: { Location: "/200" } }, "retried", 302, "redirect"],
  ["307", { status: 307, headers: { Location: "/200" } }, "retried", 307, "redirect"],
  ["400", 400, "rejected", 400, "client_error"],
  ["404", 404, "rejected", 404, "client_error"],
  ["408", 408, "rejected", 408, "client_error"],
  ["410", 410, "rejected", 410, "client_error"],
  ["425", 425, "rejected", 425, "client_error"],
  ["429", 429, "rejected", 429, "client_error"],
  ["500", 500, "retried", 500, "server_error"],
  ["503", 503, "retried", 503, "server_error"],
  ["600", { raw: ["HTTP/1.1 600 Odd\r\nContent-Length: 0\r\n\r\n"] }, "retried", 600, "malformed_response"],
  ["a reset", "reset", "retried", null, "connection_lost"],
  ["silence", "hang", "retried", null, "timeout"],
  ["100-continue, then silence", continueThenSilence, "retried", null, "timeout"],
  ["200 after 4.9 s", after(4_900), "delivered", 200, null],
  ["200 after 5.1 s", after(5_100), "retried", null, "timeout"],
];

/** From this one on the answers take five seconds. */
const firstSlow = answers.findIndex(([name]) => name === "silence");

/** Addresses that do not answer as an HTTP server would. */
const elsewhere = (): [name: string, url: string, errorClass: string][] => [
  ["TLS where there is none", receiver.url("/tls").replace("http:", "https:"), "tls_error"],
  ["a name that does not exist", "http://gone.example:8443/", "name_not_found"],
  ["a name of the internal network", "http://inner.example:8443/", "blocked_destination"],
  ["a port where nothing listens", "http://127.0.0.1:1081/", "connection_failed"],
];

beforeAll(async () => {
  receiver = await startTestReceiver();
  const webhooks = createWebhookSender({
    mode: "sandbox",
    headerPrefix: "X-Service",
    legacyHeaderPrefix: "X-Legacy",
    resolve: async (name) => {
      if (name === "inner.example") return ["93.184.216.34", "10.0.0.7"];
      throw Object.assign(new Error(name), { code: "ENOTFOUND" });
    },
  });
  world = await openTestWorld({ webhooks });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

/** Creates an account with this address and a delivery of it. */
async function deliveryTo(id: string, webhookUrl: string): Promise<string> {
  const webhookSecret = world.ctx.vault.seal(webhookSecretPurpose(id), testWebhookSecret);
  const createdAt = world.clock.now();
  await world.db.prisma.partner.create({ data: { id, name: id, webhookSecret, webhookUrl, createdAt } });
  const { deliveryId } = await triggerWebhook(world.ctx, { partnerId: id, type: "webhook.test" });
  await relayOutbox(world.ctx);
  return deliveryId ?? "";
}

/** Makes one attempt and returns the delivery with its attempts. */
async function attemptOnce(id: string) {
  await attemptDelivery(world.ctx, { deliveryId: id });
  return world.db.prisma.webhookDelivery.findUniqueOrThrow({ where: { id }, include: { tries: true } });
}

const expected = (ending: Ending, statusCode: number | null, errorClass: string | null) => ({
  status: ending === "retried" ? "pending" : ending,
  nextAttemptAt: ending === "retried" ? plusMs(world.clock.now(), seconds(30)) : null,
  tries: [{ number: 1, statusCode, errorClass }],
});

test("treats each answer as the contract says and follows no redirect", async () => {
  const ids: string[] = [];
  for (const [n, [, behaviour]] of answers.entries()) {
    receiver.answer(`/answers/${n}`, behaviour);
    ids.push(await deliveryTo(`prt_answer_${n}`, receiver.url(`/answers/${n}`)));
  }
  // A busy process would notice a late answer later. So those that take five seconds wait until the others have ended.
  const immediate = await Promise.all(ids.slice(0, firstSlow).map(attemptOnce));
  const rows = [...immediate, ...(await Promise.all(ids.slice(firstSlow).map(attemptOnce)))];
  for (const [n, [name, , ending, statusCode, errorClass]] of answers.entries()) {
    expect(rows[n], name).toMatchObject(expected(ending, statusCode, errorClass));
  }
  expect(receiver.requests.filter(({ url }) => url === "/200")).toEqual([]);
  expect(receiver.requests).toHaveLength(answers.length);
});

test("tries again for each address that does not answer", async () => {
  for (const [n, [name, url, errorClass]] of elsewhere().entries()) {
    const row = await attemptOnce(await deliveryTo(`prt_else_${n}`, url));
    expect(row, name).toMatchObject(expected("retried", null, errorClass));
  }
});
