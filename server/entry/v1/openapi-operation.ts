import type { z } from "zod";
import { type Json, reference, toJsonSchema } from "./json-schema";
import { type ErrorWords, errorResponses } from "./openapi-errors";
import { headersFor } from "./openapi-headers";
import { listErrors, type Operation } from "./operation";

/** Describes one operation as the reference shows it. */
export const toOperationObject = (operation: Operation): Json => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: operation.description,
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
const wordsFor = ({ refusedWhenSuspended }: Operation): ErrorWords =>
  refusedWhenSuspended ? {} : { partner_not_active: "The account is closed." };

/** Names the schema of a request body: `createPayment` → `CreatePaymentRequest`. */
export const requestName = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;

const successes = ({ answers, result }: Operation): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [
      status,
      { description, headers: headersFor(Number(status)), content: json(result.name) },
    ]),
  );

const toParameters = (place: "path" | "query", schemas: Readonly<Record<string, z.ZodType>>): Json[] =>
  Object.entries(schemas).map(([name, schema]) => {
    const { description, ...rest } = toJsonSchema(schema, "input");
    const required = place === "path" || !schema.safeParse(undefined).success;
    return { name, in: place, required, description, schema: rest };
  });

const json = (name: string): Json => ({ "application/json": { schema: reference(name) } });
