import type { z } from "zod";
import { type Json, reference, toJsonSchema } from "./json-schema";
import { anyError, type ErrorWords, errorResponses } from "./openapi-errors";
import { headerComponents, headersFor } from "./openapi-headers";
import { webhookPaths, webhookSchemas } from "./openapi-webhooks";
import { listErrors, type Operation } from "./operation";
import { operations } from "./operation-list";

const description = [
  "Amounts are integers in kuruş (125050 is 1,250.50 TRY), instants are UTC in ISO 8601, bodies are JSON.",
  "Members that are not described here are ignored in requests and may be added to answers.",
  [
    "A request body is JSON in UTF-8, at most 262,144 bytes long, with at most 32 objects and lists in one another.",
    "No object may have a member twice. Both hold for ignored members too.",
    "A number is an integer when its text denotes one exactly: `1`, `1.0` and `1e2` do.",
  ].join(" "),
  "Every answer carries `X-Request-Id`; in an error it is also `error.traceId`, to be quoted to support.",
  "`Accept-Language: tr` turns `error.message` into Turkish and nothing else.",
  "An unknown address answers 404 `not_found`, another method 405 `method_not_allowed` with `Allow`.",
].join("\n\n");

/** Builds the reference of the merchant API from the declarations that also answer it. */
export const openApiDocument = (): Json => ({
  openapi: "3.1.1",
  info: {
    title: "Vezne merchant API",
    version: "1.0.0",
    description,
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  },
  servers: [{ url: "/", description: "The address that serves this document." }],
  security: [{ apiKey: [] }],
  tags: [
    { name: "Payments", description: "Cardless payments: create one, then hand the buyer over." },
    {
      name: "Refunds",
      description: "Voids before the bank's day-end, credits to the card, and their outcomes.",
    },
    {
      name: "Payment links",
      description: "Addresses to share: the buyer pays on a page of the service.",
    },
    {
      name: "Installments",
      description: "What a card can be charged, and what that costs, before it is charged.",
    },
    { name: "Account", description: "The state of the account behind the key." },
    { name: "Webhooks", description: "What the service sends to the account's webhook URL." },
  ],
  paths: toPaths(operations),
  webhooks: webhookPaths(),
  components: {
    securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "The account's API key." } },
    headers: headerComponents,
    schemas: {
      ...Object.fromEntries(operations.flatMap(toSchemas)),
      ...webhookSchemas(),
      Error: toJsonSchema(anyError, "output"),
    },
  },
});

function toPaths(all: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of all) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: toOperationObject(operation),
    };
  }
  return paths;
}

const toSchemas = ({ id, body, result }: Operation): [name: string, schema: Json][] => [
  ...(body ? [[requestName(id), toJsonSchema(body, "input")] as [string, Json]] : []),
  [result.name, toJsonSchema(result.schema, "output")],
];

/** Describes one operation as the reference shows it. */
const toOperationObject = (operation: Operation): Json => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: `${operation.description}\n\nRight of the API key: \`${operation.scope}\`.`,
  parameters: [
    ...toParameters("path", operation.params ?? {}),
    ...toParameters("query", (operation.query?.shape ?? {}) as Record<string, z.ZodType>),
  ],
  ...(operation.body && {
    requestBody: { required: true, content: json(requestName(operation.id)) },
  }),
  responses: { ...successes(operation), ...errorResponses(listErrors(operation), wordsFor(operation)) },
});

/** Narrows the meaning of partner_not_active: a suspended account may query, so only a closed one is refused (§5). */
const wordsFor = ({ refusedWhenSuspended, scope }: Operation): ErrorWords => ({
  access_denied:
    `The API key does not have the right \`${scope}\`, or may not be used from this address` +
    (scope === "refunds:write" ? ", or may not refund this amount." : "."),
  ...(!refusedWhenSuspended && { partner_not_active: "The account is closed." }),
});

/** Names the schema of a request body: `createPayment` → `CreatePaymentRequest`. */
const requestName = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;

const successes = ({ answers, answerHeaders, result }: Operation): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [
      status,
      { description, headers: headersFor(Number(status), answerHeaders), content: json(result.name) },
    ]),
  );

const toParameters = (place: "path" | "query", schemas: Readonly<Record<string, z.ZodType>>): Json[] =>
  Object.entries(schemas).map(([name, schema]) => {
    const { description, ...rest } = toJsonSchema(schema, "input");
    const required = place === "path" || !schema.safeParse(undefined).success;
    return { name, in: place, required, description, schema: rest };
  });

const json = (name: string): Json => ({ "application/json": { schema: reference(name) } });
