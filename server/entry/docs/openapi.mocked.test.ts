import { expect, test, vi } from "vitest";
import { type HeaderPrefixes, literalPrefixes } from "@/server/domain/webhooks/webhook-signature";
import { answerReference } from "./openapi";
import { readWebhookFacts } from "./webhooks";

vi.mock("./webhooks");

const reference = {
  parameters: [
    { name: "X-Service-Signature", description: "sha256=<hex>" },
    { name: "X-Legacy-Signature", description: "The same value as X-Service-Signature." },
  ],
};
const answerWith = (prefixes: HeaderPrefixes): Response => {
  vi.mocked(readWebhookFacts).mockReturnValue({ prefixes, sandboxOrigin: null });
  return answerReference(reference);
};

test("answers the reference as JSON, unchanged when the headers have their default names", async () => {
  const response = answerWith(literalPrefixes);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.json()).toEqual(reference);
});

test("uses the installation's names of the webhook headers", async () => {
  expect(await answerWith({ current: "Vezne", legacy: "X-Old" }).json()).toEqual({
    parameters: [
      { name: "Vezne-Signature", description: "sha256=<hex>" },
      { name: "X-Old-Signature", description: "The same value as Vezne-Signature." },
    ],
  });
});
