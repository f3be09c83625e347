import { describe, expect, test } from "vitest";
import { buildRequest, caller, createContext, expectError, traceId } from "@/server/testing/doors/requests";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { type Json, toJsonSchema } from "./json-schema";
import type { Operation } from "./operation";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

// D-59 for every integer that an operation declares: a number is refused where only rounding makes it an integer.

/** A field of a request body as a message names it, and a body that has nothing but a number there. */
interface IntegerField {
  readonly name: string;
  readonly body: (number: string) => string;
}

const integerFields = (schema: Json, name = "", around = (inner: string) => inner): IntegerField[] => {
  const { type, properties = {}, items } = schema as { type?: string | string[]; properties?: Json; items?: Json };
  if ([type].flat().includes("integer")) return [{ name, body: around }];
  if (items) return integerFields(items, `${name}[0]`, (inner) => around(`[${inner}]`));
  return Object.entries(properties).flatMap(([member, declared]) =>
    integerFields(declared as Json, `${name}${name && "."}${member}`, (inner) => around(`{"${member}":${inner}}`)),
  );
};

const send = ({ method, path }: Operation, body: string) =>
  answerAsResponse(
    buildRequest({ method, path: path.replace(/\{\w+\}/g, "x"), body }),
    { sourceIp: "192.0.2.1", traceId },
    {
      ctx: createContext(),
      limits: createRateLimits({ multiplier: 1 }),
      routes: createRouteTable(operations),
      authenticate: async () => caller,
      strict: true,
    },
  );

const fields = operations.flatMap((operation) =>
  operation.body
    ? integerFields(toJsonSchema(operation.body, "input")).map((field) => ({
        title: `${operation.method} ${operation.path} ${field.name}`,
        operation,
        field,
      }))
    : [],
);

test("the fields of every body are found, those of lists too", () => {
  const names = fields.map(({ title }) => title);
  expect(names).toContain("POST /v1/payments amount");
  expect(names).toContain("POST /v1/payments/{paymentCode}/refunds/credit amount");
  expect(names).toContain("POST /v1/payment-links allowedInstallmentCounts[0]");
  expect(names).toContain("POST /v1/payment-links items[0].amount");
  expect(names).toContain("POST /v1/installment-options baseAmount");
});

describe.each(fields)("$title", ({ operation, field }) => {
  test.each(["1.00000000000000000000001", "0.9999999999999999999999", "1e-400"])("400 %s", async (number) => {
    const message = await expectError(await send(operation, field.body(number)), "validation_error");
    expect(message.split("; ")[0]).toMatch(/: must be an integer/);
    expect(message.split(": ")[0]).toBe(field.name);
  });
  test.each(["1.0", "1e0", "10e-1"])("%s is taken as 1", async (number) => {
    const message = await expectError(await send(operation, field.body(number)), "validation_error");
    expect(message).not.toContain(`${field.name}: must be an integer`);
  });
});
