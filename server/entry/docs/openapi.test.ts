import { expect, test, vi } from "vitest";
import { literalPrefixes } from "@/server/domain/webhook-signature";
import reference from "@/server/entry/v1/openapi.json";
import { answerReference } from "./openapi";
import { readWebhookFacts } from "./webhooks";

vi.mock("./webhooks");

const answerWith = (prefixes: typeof literalPrefixes): Response => {
  vi.mocked(readWebhookFacts).mockReturnValue({ prefixes, sandboxOrigin: null });
  return answerReference(reference);
};

test("the reference is JSON, and as it is in the repository where the headers have their literal names", async () => {
  const response = answerWith(literalPrefixes);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.json()).toEqual(reference);
});

test("the reference names the webhooks' headers as the installation does", async () => {
  const text = await answerWith({ current: "Vezne", legacy: "X-Old" }).text();
  expect(JSON.parse(text)).toMatchObject({ openapi: reference.openapi });
  for (const name of ["Signature", "Timestamp", "Delivery-Id"]) {
    expect(text).toContain(`"name":"Vezne-${name}"`);
    expect(text).toContain(`"name":"X-Old-${name}"`);
  }
  expect(text).not.toMatch(/X-Service|X-Legacy/);
});
