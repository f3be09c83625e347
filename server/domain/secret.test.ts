import { inspect } from "node:util";
import { expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { apiKeyPattern, hashApiKey, newApiKey, toApiKeyPrefix } from "./accounts/api-key";
import { errorCatalogue } from "./error-catalogue";
import { errorCodes, toHttpStatus, toPublicMessage } from "./errors";
import { newBankReference, newId, newSecretToken } from "./ids";
import { Secret } from "./secret";

test("a secret does not appear in text, in inspection or in JSON", () => {
  const secret = new Secret("5528790000000008");
  const shown = [`${secret}`, String(secret), inspect({ secret }), inspect([secret], { depth: 9, showHidden: true })];
  for (const text of shown) expect(text).not.toContain("5528");
  expect(() => JSON.stringify({ secret })).toThrow(TypeError);
  expect(Object.values(secret)).toEqual([]);
  expect(secret.reveal()).toBe("5528790000000008");
});

test("identifiers, tokens and bank order ids have the formats of D-1 and D-50", () => {
  const now = new Date();
  expect(newId(systemRandom, "payment", now)).toMatch(/^pay_[0-9A-HJKMNP-TV-Z]{26}$/);
  const tokens = Array.from({ length: 500 }, () => newSecretToken(systemRandom));
  expect(new Set(tokens).size).toBe(500);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  for (let n = 0; n < 500; n++) expect(newBankReference(systemRandom)).toMatch(/^[A-Z0-9]{20}$/);
});

test("an API key has 256 secret bits in addition to its look-up prefix", () => {
  for (let n = 0; n < 200; n++) {
    const key = newApiKey(systemRandom, "live");
    expect(key).toMatch(apiKeyPattern);
    expect(toApiKeyPrefix(key)).toHaveLength(16);
  }
  expect(hashApiKey("x")).toHaveLength(32);
});

test("every error code has a status and a message in both languages, without internal details", () => {
  for (const code of errorCodes) {
    expect(toHttpStatus(code)).toBeGreaterThanOrEqual(400);
    for (const words of [toPublicMessage(code, "en"), toPublicMessage(code, "tr")]) {
      expect(words.length).toBeGreaterThan(10);
      expect(words).not.toMatch(/prisma|sql|next\.?js|stack|exception/i);
    }
  }
  expect(Object.keys(errorCatalogue)).toHaveLength(errorCodes.length);
  expect(toPublicMessage("partner_entitlement_required", "tr")).toBe(
    "Requested feature is not enabled for this partner",
  );
});
