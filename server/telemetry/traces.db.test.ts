import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Banks } from "@/server/banks/banks";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { createRefundJourney } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, testCard } from "@/server/testing/world/world";
import { attemptDeliveries } from "@/server/usecases/webhooks/attempt-deliveries";
import { relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { createProcessTelemetry } from "./start";
import { createTraces } from "./traces";

const exporter = new InMemorySpanExporter();
const traces = createTraces({
  sampler: { name: "always_on", ratio: 1 },
  resource: { "service.name": "vezne" },
  processor: new SimpleSpanProcessor({ exporter }),
});
const telemetry = createProcessTelemetry({ version: "1", mode: "sandbox", traces });

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  const opened = await openTestWorld();
  await opened.db.prisma.partner.updateMany({ data: { webhookUrl: "https://shop.test/hook?key=receiver-secret" } });
  const banks = Object.assign(Object.create(opened.bank) as Banks, { call: callObserved(opened.bank) });
  world = { ...opened, ctx: { ...opened.ctx, banks, telemetry, db: { ...opened.ctx.db, telemetry } } };
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());
beforeEach(() => exporter.reset());

/** Calls the scripted bank, and lets its exchange be observed as `call.ts` does. */
const callObserved =
  (bank: TestWorld["bank"]): Banks["call"] =>
  async (protocol, operation, account, options) => {
    const outcome = await bank.call(protocol, operation, account, options);
    const exchange = { orderId: "o", request: testCard().pan.reveal(), response: "secret answer", httpStatus: 200 };
    const cause = outcome.kind === "unknown" ? outcome.cause : null;
    options?.observe?.({ ...exchange, operation: operation.kind, outcome: outcome.kind, cause, durationMs: 5 });
    return outcome;
  };

/** Does work as one request at a public port does, and returns its result. */
async function asRequest<T>(route: string, work: () => Promise<T>, traceParent?: string): Promise<T> {
  const request = telemetry.startRequest({ method: "POST", requestId: "f".repeat(32), traceParent });
  const result = await request?.run(work);
  request?.end({ method: "POST", route, status: 200 });
  return result as T;
}

const deliver = async () => {
  for (const { partnerId, deliveryId } of await relayOutbox(world.ctx)) {
    await attemptDeliveries(world.ctx, { partnerId, deliveryIds: [deliveryId] });
  }
};

const find = (name: string): ReadableSpan => {
  const span = exporter.getFinishedSpans().find((each) => each.name === name);
  if (!span) throw new Error(`There is no span ${name}`);
  return span;
};
const traceOf = (name: string): string => find(name).spanContext().traceId;

const merchants = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };

/** Pays as a merchant, a buyer and the background functions do, one after the other. */
async function pay() {
  const create = () => journey.create();
  const created = await asRequest("/v1/payments", create, `00-${merchants.trace}-${merchants.span}-00`);
  const started = await asRequest("/handoff", () => journey.start(created.paymentRef));
  if (started.kind !== "form") throw new Error(started.kind);
  const token = started.form.fields[0]?.[1].split("/").at(-1) ?? "";
  await asRequest("/3ds/callback/{token}", () => journey.returnFromBank(token));
  await deliver();
  return { ...created, token };
}

test("one trace leads from the merchant's request over the handoff to the bank and to the webhook", async () => {
  await pay();
  const inTrace = ["POST /v1/payments", "handoff", "return from the bank", "bank capture", "webhook attempt"];
  for (const name of inTrace) expect([name, traceOf(name)]).toEqual([name, merchants.trace]);
  expect(find("POST /v1/payments").parentSpanContext).toMatchObject({ spanId: merchants.span });
  expect(find("bank capture").parentSpanContext?.spanId).toBe(find("return from the bank").spanContext().spanId);
  // The buyer's requests have traces of their own, to which the payment's is linked.
  expect(traceOf("POST /handoff")).not.toBe(merchants.trace);
  expect(find("handoff").links).toMatchObject([{ context: { traceId: traceOf("POST /handoff") } }]);
});

test("a refund's trace leads from its request to the bank and to the webhook", async () => {
  const { paymentCode } = await pay();
  exporter.reset();
  await asRequest("/v1/payments/{paymentCode}/refunds", () => createRefundJourney(world).refund(paymentCode));
  await deliver();
  const trace = traceOf("POST /v1/payments/{paymentCode}/refunds");
  expect([traceOf("bank void"), traceOf("webhook attempt")]).toEqual([trace, trace]);
});

test("spans carry listed attributes only, without card data, secrets and personal data", async () => {
  const { paymentRef, token } = await pay();
  const spans = exporter.getFinishedSpans();
  const names = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect(spans.length).toBeGreaterThan(6);
  expect([...names].sort()).toEqual([
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "vezne.account",
    "vezne.attempt",
    "vezne.bank",
    "vezne.bank.operation",
    "vezne.bank.outcome",
    "vezne.delivery",
    "vezne.payment",
    "vezne.request_id",
  ]);
  const text = JSON.stringify(
    spans.map(({ name, attributes, links, events, status }) => [name, attributes, links, events, status]),
  );
  const secrets = [
    testCard().pan.reveal(),
    "552879",
    paymentRef,
    token,
    "192.0.2.1",
    "shop.test",
    "receiver-secret",
    "secret answer",
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test("a failure is recorded by its kind, never by its text", async () => {
  const failing = telemetry.inSpan({ name: "work" }, async () => {
    throw new TypeError("Ayşe Yılmaz cannot be read");
  });
  await expect(failing).rejects.toThrow(TypeError);
  expect(find("work").attributes).toEqual({ "error.type": "TypeError" });
  expect(find("work").events).toEqual([]);
});
