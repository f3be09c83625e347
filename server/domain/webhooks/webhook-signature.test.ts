import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import {
  applyHeaderPrefixes,
  literalPrefixes,
  newWebhookSecret,
  signHeaders,
  verifyWebhook,
  type WebhookRefusal,
  type WebhookToVerify,
} from "./webhook-signature";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const nextSecret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX";
const deliveryId = "whd_01K9ABCDEFGHJKMNPQRSTVWXYZ";
const text = `{"id":"${deliveryId}","type":"payment.captured","paymentCode":"pay_01K9ABCDEFGHJKMNPQRSTVWXYZ","occurredAt":"2026-01-02T03:04:05.000Z"}`;
const message = {
  deliveryId,
  occurredAt: new Date("2026-01-02T03:04:05.678Z"),
  sentAt: new Date("2026-01-02T04:05:00.999Z"),
  body: Buffer.from(text),
  secrets: [secret] as [string, ...string[]],
};
/** Computed with `openssl dgst -sha256 -hmac`. */
const hex = "816feb6856a60bdfa03331c2d41cd261dfa49d86dc441ff0a3c98624befbdabb";
const nextHex = "4e8289e59599511db35dfa238bb868f3177f03610e2780a2ae0f0082d9eac9f6";

describe("signHeaders", () => {
  test("returns both sets and the Standard Webhooks headers, equal to openssl's result", () => {
    expect(signHeaders(message)).toEqual({
      "X-Service-Signature": `sha256=${hex}`,
      "X-Service-Timestamp": "1767323045",
      "X-Service-Delivery-Id": deliveryId,
      "X-Legacy-Signature": `sha256=${hex}`,
      "X-Legacy-Timestamp": "1767323045",
      "X-Legacy-Delivery-Id": deliveryId,
      "webhook-id": deliveryId,
      "webhook-timestamp": "1767326700",
      "webhook-signature": "v1,3RnnwDYXjLezmHSnYFwJUHQcQYikfo43jin0LowtLNY=",
    });
  });
  test.each([
    [
      "bytes that are not text",
      Buffer.from([0xff, 0x00, 0x0a]),
      "1229f7262f099e038098a0e8ac2844dfd3352ce4719e913b196eea93dfa57ea0",
    ],
    [
      "text beyond ASCII",
      Buffer.from('{"id":"ç€😀"}'),
      "7a39065fb6f1abd615caeb3ee94cd5162958f2ea9ccb2aeeec0b037bf9caa3da",
    ],
  ])("signs the raw bytes: %s", (_, body, expected) => {
    expect(signHeaders({ ...message, body })["X-Service-Signature"]).toBe(`sha256=${expected}`);
  });
  test("during a rotation the first secret signs both sets, and every secret signs the Standard Webhooks header", () => {
    const headers = signHeaders({ ...message, secrets: [nextSecret, secret] });
    expect(headers["X-Service-Signature"]).toBe(`sha256=${nextHex}`);
    expect(headers["webhook-signature"]).toBe(
      "v1,Mv7sDc4hXt1tb2LQZRmFr2qeJPXSV4FhEVAlJ62LP2A= v1,3RnnwDYXjLezmHSnYFwJUHQcQYikfo43jin0LowtLNY=",
    );
  });
  test("uses configured prefixes", () => {
    const headers = signHeaders(message, { current: "Vezne", legacy: "X-Old" });
    expect(headers).toMatchObject({ "Vezne-Signature": `sha256=${hex}`, "X-Old-Delivery-Id": deliveryId });
    expect(Object.keys(headers)).toHaveLength(9);
  });
  test("a later attempt changes only the time and signature of the Standard Webhooks headers", () => {
    const { "webhook-timestamp": time, "webhook-signature": signature, ...rest } = signHeaders(message);
    const later = signHeaders({ ...message, sentAt: new Date("2026-01-02T10:00:00Z") });
    expect(later).toMatchObject(rest);
    expect([later["webhook-timestamp"], later["webhook-signature"]]).not.toContain(time);
    expect(later["webhook-signature"]).not.toBe(signature);
  });
});

test("a new secret is 24 random bytes in base64 without padding", () => {
  const secrets = Array.from({ length: 200 }, () => newWebhookSecret(systemRandom));
  for (const one of secrets) expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(new Set(secrets).size).toBe(200);
});

test("the standardwebhooks package accepts the headers with either secret of a rotation", () => {
  const [first, second] = [newWebhookSecret(systemRandom), newWebhookSecret(systemRandom)];
  const headers = signHeaders({ ...message, sentAt: new Date(), secrets: [first, second] });
  for (const one of [first, second]) expect(new Webhook(one).verify(text, headers)).toEqual(JSON.parse(text));
  expect(() => new Webhook(newWebhookSecret(systemRandom)).verify(text, headers)).toThrow("No matching signature");
});

const signed = signHeaders(message);
const verify = (changes: Partial<WebhookToVerify> = {}) =>
  verifyWebhook({ headers: signed, body: text, secret, ...changes });
const refusal = (reason: WebhookRefusal) => ({ ok: false, reason });
const without = (start: string) =>
  Object.fromEntries(Object.entries(signed).filter(([name]) => !name.startsWith(start)));

describe("verifyWebhook accepts", () => {
  test.each<[string, Partial<WebhookToVerify>]>([
    ["a body as text", {}],
    ["a body as a Buffer", { body: message.body }],
    ["a body as bytes", { body: new Uint8Array(message.body) }],
    ["the headers of fetch", { headers: new Headers(signed) }],
    ["another implementation of Headers", { headers: { get: (name: string) => new Headers(signed).get(name) } }],
    [
      "header names in capitals",
      { headers: Object.fromEntries(Object.entries(signed).map(([k, v]) => [k.toUpperCase(), v])) },
    ],
    ["header values in lists", { headers: Object.fromEntries(Object.entries(signed).map(([k, v]) => [k, [v]])) }],
    ["the current set alone", { headers: without("X-Legacy") }],
    ["the legacy set alone", { headers: without("X-Service") }],
    ["one valid set and one malformed set", { headers: { ...signed, "X-Service-Signature": "?" } }],
    ["the old and the new secret together", { secret: [nextSecret, secret] }],
  ])("%s", (_, changes) => expect(verify(changes)).toEqual({ ok: true, event: JSON.parse(text) }));

  test("a webhook of any age", () => {
    const old = {
      ...message,
      occurredAt: new Date(0),
      body: Buffer.from(text.replace("2026-01-02T03:04:05", "1970-01-01T00:00:00")),
    };
    expect(verify({ headers: signHeaders(old), body: old.body })).toMatchObject({ ok: true });
  });
  test("only the configured prefixes", () => {
    const prefixes = { current: "Vezne", legacy: "X-Old" };
    expect(verify({ headers: signHeaders(message, prefixes), prefixes })).toMatchObject({ ok: true });
    expect(verify({ prefixes })).toEqual(refusal("signature_missing"));
  });
});

/** A correctly signed body with the delivery id and time of `message` in its headers. */
const signedAs = (body: string) => ({
  headers: signHeaders({ ...message, body: Buffer.from(body) }),
  body,
});
const bothSets = (name: string, value: string | undefined) => ({
  headers: { ...signed, [`X-Service-${name}`]: value, [`X-Legacy-${name}`]: value },
});

describe("verifyWebhook refuses", () => {
  test.each<[WebhookRefusal, string, object]>([
    ["no_secret", "an empty secret", { secret: "" }],
    ["no_secret", "no secret", { secret: undefined }],
    ["no_secret", "an empty list of secrets", { secret: [] }],
    ["no_secret", "a list with an empty secret", { secret: [secret, ""] }],
    ["body_not_raw", "a parsed body", { body: JSON.parse(text) }],
    ["body_not_raw", "no body", { body: undefined }],
    ["signature_missing", "no headers", { headers: {} }],
    ["signature_missing", "headers that are null", { headers: null }],
    ["signature_missing", "neither set", bothSets("Signature", undefined)],
    ["signature_malformed", "no scheme", bothSets("Signature", hex)],
    ["signature_malformed", "another scheme", bothSets("Signature", `sha1=${hex}`)],
    ["signature_malformed", "capitals", bothSets("Signature", `sha256=${hex.toUpperCase()}`)],
    ["signature_malformed", "one digit fewer", bothSets("Signature", `sha256=${hex.slice(1)}`)],
    ["signature_malformed", "one digit more", bothSets("Signature", `sha256=${hex}0`)],
    ["signature_malformed", "an empty signature", bothSets("Signature", "")],
    ["signature_malformed", "two signatures in one header", bothSets("Signature", `sha256=${hex}, sha256=${hex}`)],
    ["signature_mismatch", "another secret", { secret: nextSecret }],
    [
      "signature_mismatch",
      "a body that was parsed and serialised again",
      { body: JSON.stringify(JSON.parse(text), null, 1) },
    ],
    ["body_malformed", "a signed body that is not JSON", signedAs("hello")],
    ["body_malformed", "a signed null", signedAs("null")],
    ["body_malformed", "a signed object without an id", signedAs('{"type":"a","occurredAt":"b"}')],
    ["id_mismatch", "another delivery id", bothSets("Delivery-Id", "whd_other")],
    ["id_mismatch", "no delivery id", bothSets("Delivery-Id", undefined)],
    ["timestamp_mismatch", "another time", bothSets("Timestamp", "1767323046")],
    ["timestamp_mismatch", "no time", bothSets("Timestamp", undefined)],
    ["timestamp_mismatch", "a body with an invalid time", signedAs(text.replace("2026-01-02T03:04:05.000Z", "never"))],
  ])("%s: %s", (reason, _, changes) => expect(verify(changes)).toEqual(refusal(reason)));

  test("signature_mismatch when any byte of the body is changed", () => {
    const position = fc.nat(message.body.length - 1);
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 255 }), (index, change) => {
        const body = Uint8Array.from(message.body, (byte, at) => (at === index ? byte ^ change : byte));
        expect(verify({ body })).toEqual(refusal("signature_mismatch"));
      }),
    );
  });
  test("signature_mismatch when any digit of the signature is changed", () => {
    fc.assert(
      fc.property(fc.nat(63), fc.integer({ min: 1, max: 15 }), (index, change) => {
        const digit = (Number.parseInt(hex.charAt(index), 16) ^ change).toString(16);
        const forged = bothSets("Signature", `sha256=${hex.slice(0, index)}${digit}${hex.slice(index + 1)}`);
        expect(verify(forged)).toEqual(refusal("signature_mismatch"));
      }),
    );
  });
  test("any other input, without an exception", () => {
    const names = fc.constantFrom(...Object.keys(signed), "x-service-signature", "a");
    const anything = fc.anything() as fc.Arbitrary<never>;
    const headers = fc.oneof(fc.dictionary(names, anything), anything);
    fc.assert(
      fc.property(headers, fc.oneof(fc.uint8Array(), fc.string(), anything), anything, (given, body, key) => {
        expect(verifyWebhook({ headers: given, body, secret: key, prefixes: literalPrefixes }).ok).toBe(false);
        expect(verify({ headers: given, body }).ok).toBe(false);
      }),
    );
  });
});

describe("applyHeaderPrefixes", () => {
  const about = "X-Service-Signature (or X-Legacy-Signature), not X-Service";
  test("replaces the literal prefixes with the configured ones", () => {
    expect(applyHeaderPrefixes(about, { current: "Vezne", legacy: "X-Old" })).toBe(
      "Vezne-Signature (or X-Old-Signature), not X-Service",
    );
  });
  test("also works when an installation swaps the literal prefixes", () => {
    expect(applyHeaderPrefixes("X-Service-Id, X-Legacy-Id", { current: "X-Legacy", legacy: "X-Service" })).toBe(
      "X-Legacy-Id, X-Service-Id",
    );
  });
});
