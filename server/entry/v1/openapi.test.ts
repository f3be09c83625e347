import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { apiErrorCodes, toHttpStatus } from "@/server/domain/errors";
import { openApiDocument } from "./openapi";
import { listErrors } from "./operation";
import { operations } from "./operation-list";

const file = fileURLToPath(new URL("./openapi.json", import.meta.url));
const root = join(dirname(file), "../../..");

// biome-ignore lint/suspicious/noExplicitAny: a document of arbitrary depth is read here
const reference = JSON.parse(readFileSync(file, "utf8")) as any;

test("the committed reference equals the declarations (npm run openapi)", () => {
  expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
});

test("a public linter finds nothing", { timeout: 60_000 }, async () => {
  const cli = join(root, "node_modules/@redocly/cli/bin/cli.js");
  const args = [cli, "lint", file, "--extends=recommended", "--format=json"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

describe("every operation", () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
    const described = reference.paths[operation.path][operation.method.toLowerCase()];
    for (const code of listErrors(operation)) {
      const response = described.responses[toHttpStatus(code)];
      expect(Object.keys(response.content["application/json"].examples)).toContain(code);
    }
    for (const [status, response] of Object.entries<{ headers?: object }>(described.responses)) {
      if (status === "default") continue;
      expect(Object.keys(response.headers ?? {})).toEqual(expect.arrayContaining(["X-Request-Id", "RateLimit"]));
    }
    expect(Object.keys(described.responses[429].headers)).toContain("Retry-After");
  });
  test("has an id of its own", () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });
});

test.each(operations.map((operation) => [operation.id, operation] as const))(
  "%s documents whether a suspended account is refused",
  (_, { path, method, refusedWhenSuspended }) => {
    const { description, content } = reference.paths[path][method.toLowerCase()].responses[403];
    const who = refusedWhenSuspended ? "suspended or closed" : "closed";
    expect(description).toContain(`\`partner_not_active\`: The account is ${who}.`);
    const { value } = content["application/json"].examples.partner_not_active;
    expect(value.error.message).toBe("The account is suspended or closed.");
  },
);

test("a header of an operation's own is declared for its successful answers and for no other (D-57)", () => {
  const declared = operations.flatMap(({ path, method, id }) =>
    Object.entries<{ headers?: object }>(reference.paths[path][method.toLowerCase()].responses)
      .filter(([, { headers }]) => Object.keys(headers ?? {}).includes("Vezne-Notice"))
      .map(([status]) => `${id} ${status}`),
  );
  expect(declared).toEqual(["createPaymentLink 201", "listTransactions 200"]);
});

test("every field has a description and an example", () => {
  const bare: string[] = [];
  const visit = (schema: Record<string, unknown>, path: string) => {
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>)) {
      const isLeaf = field.properties === undefined && field.items === undefined;
      if (!field.description || (isLeaf && !field.examples)) bare.push(`${path}.${name}`);
      visit(field, `${path}.${name}`);
      visit((field.items ?? {}) as Record<string, unknown>, `${path}.${name}[]`);
    }
  };
  for (const [name, schema] of Object.entries<Record<string, unknown>>(reference.components.schemas)) {
    if (name !== "Error") visit(schema, name);
  }
  expect(bare).toEqual([]);
});

test("the envelope lists every code that the API can answer", () => {
  expect(reference.components.schemas.Error.properties.error.properties.code.enum).toEqual(apiErrorCodes);
});

test("contains every event of §6.1, with the signed headers under both names", () => {
  expect(Object.keys(reference.webhooks).sort()).toEqual(
    [
      "payment.captured",
      "payment.expired",
      "payment.failed",
      "payment_link.completed",
      "payment_link.expired",
      "payout.failed",
      "payout.paid_out",
      "refund.approved",
      "refund.declined",
      "webhook.test",
    ].sort(),
  );
  for (const { post } of Object.values<{ post: { parameters: { name: string }[] } }>(reference.webhooks)) {
    const names = post.parameters.map(({ name }) => name);
    for (const name of ["Signature", "Timestamp", "Delivery-Id"]) {
      expect(names).toEqual(expect.arrayContaining([`X-Service-${name}`, `X-Legacy-${name}`]));
    }
  }
});
