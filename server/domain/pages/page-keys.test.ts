import { expect, test } from "vitest";
import { createPageKeys } from "./page-keys";

const [older, newer] = [1, 2].map((byte) => ({ id: `k${byte}`, key: Buffer.alloc(32, byte) })) as [
  { id: string; key: Buffer },
  { id: string; key: Buffer },
];
const now = new Date("2026-11-26T09:30:00.000Z");
const authorisation = { digest: "d", authorisedBy: "operator", reason: "Reviewed", authorisedAt: now };

test("a signature holds for exactly what was signed, also after the key was rotated", () => {
  const { keyId, signature } = createPageKeys([older]).sign(authorisation);
  const rotated = createPageKeys([newer, older]);
  expect(rotated.isGenuine(authorisation, keyId, signature)).toBe(true);
  expect(rotated.isGenuine({ ...authorisation, digest: "e" }, keyId, signature)).toBe(false);
  expect(rotated.isGenuine({ ...authorisation, reason: "Other" }, keyId, signature)).toBe(false);
  expect(rotated.isGenuine(authorisation, newer.id, signature)).toBe(false);
  expect(createPageKeys([newer]).isGenuine(authorisation, keyId, signature)).toBe(false);
  expect(rotated.sign(authorisation).keyId).toBe(newer.id);
});

test("the probe's secrets look like all tokens, differ by key and purpose, and are found for an hour around", () => {
  const keys = createPageKeys([older]);
  const secrets = keys.probeAt(now);
  expect(new Set(Object.values(secrets)).size).toBe(4);
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(keys.findProbe(secret, now)).toBe(name);
    expect(createPageKeys([newer, older]).findProbe(secret, now)).toBe(name);
    expect(createPageKeys([newer]).findProbe(secret, now)).toBeNull();
  }
  const at = (text: string) => keys.findProbe(secrets.link, new Date(text));
  expect([at("2026-11-26T08:00:00Z"), at("2026-11-26T10:59:59Z")]).toEqual(["link", "link"]);
  expect([at("2026-11-26T07:59:59Z"), at("2026-11-26T11:00:00Z")]).toEqual([null, null]);
  expect(keys.findProbe("ş".repeat(43), now)).toBeNull();
});
