import { z } from "zod";
import type { EventType } from "@/server/domain/states";
import { type EventFamily, eventFamilies, toEventFamily } from "@/server/domain/webhooks/events";
import { type Json, reference, toJsonSchema } from "./json-schema";

/** The webhooks of the reference (§6): one thin body per event family, one entry per event. */

const id = z.string().meta({
  description: "Delivery id; the same on every retry. Answer 200 without acting when it was seen before.",
  examples: ["whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4"],
});
const occurredAt = z.iso
  .datetime()
  .meta({ description: "When it happened, UTC, in whole seconds.", examples: ["2026-11-20T09:00:00.000Z"] });
const resource = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const typed = <const T extends readonly EventType[]>(types: T) =>
  z.enum(types).meta({ description: "What happened.", examples: [types[0]] });

const paymentCode = resource("The payment to query.", "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5");
const paymentLinkId = resource("The link to query.", "pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5");
const payoutBatchId = resource("The payout batch.", "pob_01K8Z3W2M7N8P9Q0R1S2T3V4W5");
const partnerId = resource("The account that is paid.", "prt_01K8Z3W2M7N8P9Q0R1S2T3V4W5");

const schemas: Readonly<Record<EventFamily, readonly [name: string, schema: z.ZodType]>> = {
  transaction: ["TransactionEvent", z.object({ id, type: typed(eventFamilies.transaction), paymentCode, occurredAt })],
  payout: ["PayoutEvent", z.object({ id, type: typed(eventFamilies.payout), payoutBatchId, partnerId, occurredAt })],
  payment_link: [
    "PaymentLinkEvent",
    z.object({ id, type: typed(eventFamilies.payment_link), paymentLinkId, occurredAt }),
  ],
  test: ["TestEvent", z.object({ id, type: typed(eventFamilies.test), occurredAt })],
};

const sentWhen: Readonly<Record<EventType, string>> = {
  "payment.captured": "Capture approved.",
  "payment.failed": "3-D Secure or capture rejected.",
  "payment.expired": "The payment expired, or 3-D Secure was abandoned.",
  "refund.approved": "A refund or void was approved; the payment's `refund.items` show which.",
  "refund.declined": "A refund or void was declined; the payment's `refund.items` show which and why.",
  "payout.paid_out": "A payout item was paid out to the partner.",
  "payout.failed": "A payout item failed; the funds did not reach the partner.",
  "payment_link.completed": "A payment on the link was captured.",
  "payment_link.expired": "The link's window elapsed unpaid.",
  "webhook.test": "A test was triggered from the merchant panel; carries no business data.",
};

export const webhookSchemas = (): Json =>
  Object.fromEntries(Object.values(schemas).map(([name, schema]) => [name, toJsonSchema(schema, "output")]));

export const webhookPaths = (): Json =>
  Object.fromEntries(
    Object.values(eventFamilies)
      .flat()
      .map((type) => [type, { post: toWebhook(type) }]),
  );

const toWebhook = (type: EventType): Json => ({
  operationId: `on-${type}`,
  tags: ["Webhooks"],
  summary: type,
  description: `Sent when: ${sentWhen[type]} The body is a trigger only; query the resource and decide from its state.`,
  security: [],
  parameters: headerParameters,
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          allOf: [reference(schemas[toEventFamily(type)][0]), { properties: { type: { const: type } } }],
        },
      },
    },
  },
  responses: {
    "2XX": { description: "Received, within 5 seconds. The delivery is complete." },
    "4XX": { description: "Refused for good; the delivery is not retried." },
    "5XX": {
      description:
        "Retried, as are timeouts, redirects (which are not followed) and failed connections: after 30 s, 2 min, 10 min, 1 h and 6 h, within 24 hours of the first attempt.",
    },
  },
});

const headerParameter = (name: string, description: string, example: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** Describes a header that is sent under its current and its legacy name (§6.3). */
const signed = (what: string, description: string, example: string): Json[] => [
  headerParameter(`X-Service-${what}`, description, example),
  headerParameter(`X-Legacy-${what}`, `The same value as X-Service-${what}.`, example),
];

const exampleDigest = "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd";

const headerParameters: readonly Json[] = [
  ...signed(
    "Signature",
    "`sha256=` and the lower-case hexadecimal HMAC-SHA256 of the raw body, keyed with the webhook secret.",
    `sha256=${exampleDigest}`,
  ),
  ...signed(
    "Timestamp",
    "Epoch seconds of `occurredAt`, the same on every retry. Not signed; do not refuse a delivery for its age.",
    "1795165200",
  ),
  ...signed("Delivery-Id", "The body's `id`.", "whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4"),
  headerParameter("webhook-id", "The body's `id`, as Standard Webhooks names it.", "whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4"),
  headerParameter("webhook-timestamp", "Epoch seconds of this attempt.", "1795165202"),
  headerParameter(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of id, timestamp and body joined by dots; two values while secrets rotate.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];
