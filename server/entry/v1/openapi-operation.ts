import type { z } from "zod";
import { type Json, jsonSchemaOf, reference } from "./json-schema";
import { type ErrorWords, errorResponses } from "./openapi-errors";
import { headersOf } from "./openapi-headers";
import { errorsOf, type Operation } from "./operation";

/** One operation as the reference shows it. */
export const operationObject = (operation: Operation): Json => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: operation.description,
  parameters: [
    ...parametersOf("path", operation.params ?? {}),
    ...parametersOf("query", (operation.query?.shape ?? {}) as Record<string, z.ZodType>),
  ],
  ...(operation.body && {
    requestBody: { required: true, content: json(requestName(operation.id)) },
  }),
  responses: { ...successes(operation), ...errorResponses(errorsOf(operation), wordsFor(operation)) },
});

/** What a code means here, where that is less than its message says: a suspended account may query (§5). */
const wordsFor = ({ refusedWhenSuspended }: Operation): ErrorWords =>
  refusedWhenSuspended ? {} : { partner_not_active: "The account is closed." };

/** `createPayment` → `CreatePaymentRequest` */
export const requestName = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;

const successes = ({ answers, result }: Operation): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [
      status,
      { description, headers: headersOf(Number(status)), content: json(result.name) },
    ]),
  );

const parametersOf = (place: "path" | "query", schemas: Readonly<Record<string, z.ZodType>>): Json[] =>
  Object.entries(schemas).map(([name, schema]) => {
    const { description, ...rest } = jsonSchemaOf(schema, "input");
    const required = place === "path" || !schema.safeParse(undefined).success;
    return { name, in: place, required, description, schema: rest };
  });

const json = (name: string): Json => ({ "application/json": { schema: reference(name) } });
