import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signHeaders } from "@/server/domain/webhooks/webhook-signature";
import { checkSignature, type SignatureInput } from "./check-signature";
import { type Mistake, mistakes } from "./mistakes";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const key = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
const id = "whd_01K9ABCDEFGHJKMNPQRSTVWXYZ";
const occurredAt = "2026-01-02T03:04:05.000Z";
const epoch = "1767323045";
const attemptEpoch = "1767326700";
const body = `{"id":"${id}","type":"payment.captured","paymentCode":"pay_01K9","occurredAt":"${occurredAt}"}`;
const event = JSON.parse(body);
/** A body with characters that the gateway's own bodies never contain; a receiver's proxy may add them. */
const foreignBody = `{"id":"${id}","type":"webhook.test","note":"a/b ü","occurredAt":"${occurredAt}"}`;

const all = signHeaders({
  deliveryId: id,
  occurredAt: new Date(occurredAt),
  sentAt: new Date(Number(attemptEpoch) * 1000),
  body: Buffer.from(body),
  secrets: [secret],
});
const headerLines = (wanted: (name: string) => boolean) =>
  Object.entries(all)
    .filter(([name]) => wanted(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
const headers = headerLines((name) => name.startsWith("X-Service"));
const standardHeaders = headerLines((name) => name.startsWith("webhook-"));
const hmac = (content: string | Buffer, by: string | Buffer = secret, hash = "sha256") =>
  createHmac(hash, by).update(content);
const hex = (content: string | Buffer, by?: string | Buffer) => `sha256=${hmac(content, by).digest("hex")}`;
const python = (compact: string) => compact.replaceAll('":', '": ').replaceAll(',"', ', "');
const sorted = JSON.stringify(event, Object.keys(event).sort());

const check = (input: Partial<SignatureInput>) => checkSignature({ secret, body, headers, computed: "", ...input });
const found = async (input: Partial<SignatureInput>) => {
  const verdict = await check(input);
  return verdict.kind === "mistakes" ? verdict.mistakes : verdict.kind;
};

/** The signatures that a receiver's code computes when it makes exactly one mistake. */
const computed: [Mistake, string, string?][] = [
  ["prefix_missing", hmac(body).digest("hex")],
  ["prefix_doubled", `sha256=${hex(body)}`],
  ["upper_case_hex", `sha256=${hmac(body).digest("hex").toUpperCase()}`],
  ["base64_not_hex", `sha256=${hmac(body).digest("base64")}`],
  ["base64_not_hex", `sha256=${hmac(body).digest("base64url")}`, "url-safe"],
  ["base64_of_hex", `sha256=${Buffer.from(hmac(body).digest("hex")).toString("base64")}`],
  ["secret_newline", hex(body, `${secret}\n`)],
  ["secret_quotes", hex(body, `"${secret}"`)],
  ["secret_decoded", hex(body, key)],
  ["secret_prefix_cut", hex(body, secret.slice(6))],
  ["sha1", `sha256=${hmac(body, secret, "sha1").digest("hex")}`],
  ["sha384", `sha256=${hmac(body, secret, "sha384").digest("hex")}`],
  ["sha512", `sha256=${hmac(body, secret, "sha512").digest("hex")}`],
  ["hash_without_key", `sha256=${createHash("sha256").update(body).digest("hex")}`],
  [
    "hash_of_both",
    `sha256=${createHash("sha256")
      .update(secret + body)
      .digest("hex")}`,
  ],
  [
    "hash_of_both",
    `sha256=${createHash("sha256")
      .update(body + secret)
      .digest("hex")}`,
    "body first",
  ],
  ["key_and_body_swapped", hex(secret, body)],
  ["timestamp_prepended", hex(`${epoch}.${body}`)],
  ["timestamp_prepended", hex(`${occurredAt}.${body}`), "as an instant"],
  ["id_and_timestamp_prepended", hex(`${id}.${epoch}.${body}`)],
  ["body_newline", hex(`${body}\n`)],
  ["body_newline", hex(`${body}\r\n`), "CRLF"],
  ["body_bom", hex(`\ufeff${body}`)],
  ["body_whitespace", hex(JSON.stringify(event, null, 2))],
  ["body_whitespace", hex(JSON.stringify(event, null, "\t")), "tabs"],
  ["body_whitespace", hex(python(body)), "Python"],
  ["body_key_order", hex(sorted)],
  ["body_encoded_twice", hex(JSON.stringify(body))],
  ["body_utf16", hex(Buffer.from(body, "utf16le"))],
  ["body_utf16", hex(Buffer.from(`\ufeff${body}`, "utf16le")), "with a mark"],
  ["body_utf16", hex(Buffer.from(body, "utf16le").swap16()), "big end first"],
  ["body_empty", hex("")],
  ["body_object", hex("[object Object]")],
];

/** Inputs that a user pastes and that differ from what was received. */
const pasted: [Mistake, Partial<SignatureInput>][] = [
  ["secret_blanks", { secret: ` ${secret} ` }],
  ["secret_blanks", { secret: `${secret}\n` }],
  ["secret_quotes", { secret: `"${secret}"` }],
  ["body_newline", { body: `${body}\n` }],
  ["body_newline", { body: `${body}\r\n` }],
  ["body_blanks", { body: `  ${body} ` }],
  ["body_bom", { body: `\ufeff${body}` }],
  ["body_whitespace", { body: JSON.stringify(event, null, 2) }],
  ["body_whitespace", { body: python(body) }],
  ["body_key_order", { body: sorted }],
  ["body_unicode_escapes", { body: body.replace("pay_", "\\u0070ay_") }],
  ["body_encoded_twice", { body: JSON.stringify(body) }],
  ["upper_case_hex", { headers: headers.replace(/=([\da-f]+)/, (_, value) => `=${value.toUpperCase()}`) }],
  ["id_differs", { headers: headers.replace(`Delivery-Id: ${id}`, "Delivery-Id: whd_other") }],
  ["timestamp_differs", { headers: headers.replace(epoch, attemptEpoch) }],
];

/** Mistakes that show only in a body with slashes, non-ASCII letters or line ends. */
const others: [Mistake, string, string][] = [
  ["body_escaped_slashes", foreignBody, foreignBody.replaceAll("/", "\\/")],
  ["body_unicode_escapes", foreignBody, foreignBody.replace("ü", "\\u00fc")],
  ["body_latin1", foreignBody, Buffer.from(foreignBody, "latin1").toString("binary")],
  ["body_crlf", "a\nb", "a\r\nb"],
];

/** Mistakes with the Standard Webhooks headers. */
const standardContent = `${id}.${attemptEpoch}.${body}`;
const standard: [Mistake, string][] = [
  ["v1_missing", hmac(standardContent, key).digest("base64")],
  ["hex_not_base64", `v1,${hmac(standardContent, key).digest("hex")}`],
  ["secret_not_decoded", `v1,${hmac(standardContent, secret).digest("base64")}`],
  ["id_and_timestamp_missing", `v1,${hmac(body, key).digest("base64")}`],
  ["id_missing", `v1,${hmac(`${attemptEpoch}.${body}`, key).digest("base64")}`],
  ["body_newline", `v1,${hmac(`${standardContent}\n`, key).digest("base64")}`],
];

describe("accepts", () => {
  test.each([
    ["the contract's headers", headers],
    [
      "the legacy headers in lower case",
      headerLines((name) => name.startsWith("X-Legacy")).replaceAll(/^[^:]*/gm, (name) => name.toLowerCase()),
    ],
    ["all headers together", `${headers}\n${standardHeaders}`],
    ["the signature value alone", hex(body)],
    ["the Standard Webhooks headers", standardHeaders],
    ["one valid signature of two, as during a rotation", standardHeaders.replace("v1,", "v1,AAAA v1,")],
    ["headers as a list of quoted names and values", headers.replaceAll(/^(.*): (.*)$/gm, '"$1": "$2",')],
  ])("%s", async (_, pastedHeaders) => {
    expect(await check({ headers: pastedHeaders })).toMatchObject({ kind: "valid" });
  });

  test("a computed signature that equals the received one", async () => {
    expect(await check({ computed: hex(body) })).toEqual({ kind: "valid", scheme: "contract" });
  });

  test("a body with characters that the gateway never sends", async () => {
    const given = { body: foreignBody, headers: hex(foreignBody) };
    expect(await check(given)).toMatchObject({ kind: "valid" });
  });
});

describe("names the mistake of a receiver's code", () => {
  test.each(computed)("%s", async (mistake, value) => {
    const verdict = await check({ computed: value });
    expect(verdict).toEqual({ kind: "mistakes", mistakes: [mistake], expected: hex(body) });
    expect(await found({ computed: value, headers: "" }), "without the headers").toContain(mistake);
  });

  test.each(others)("%s, with another body", async (mistake, original, used) => {
    const bytes = mistake === "body_latin1" ? Buffer.from(used, "binary") : used;
    const given = { body: original, headers: hex(original), computed: hex(bytes) };
    expect(await found(given)).toEqual([mistake]);
  });

  test.each(standard)("%s, with Standard Webhooks headers", async (mistake, value) => {
    expect(await found({ headers: standardHeaders, computed: value })).toEqual([mistake]);
  });

  test("base64 in both alphabets, for many digests", async () => {
    for (let n = 0; n < 8; n += 1) {
      const given = { body: `${body} ${n}`, headers: hex(`${body} ${n}`) };
      for (const alphabet of ["base64", "base64url"] as const) {
        const value = `sha256=${hmac(given.body).digest(alphabet)}`;
        expect(await found({ ...given, computed: value })).toEqual(["base64_not_hex"]);
      }
    }
  });

  test("mistakes in the key and in the body together", async () => {
    const value = hmac(`${body}\n`, key).digest("base64");
    expect(await found({ computed: value })).toEqual([
      "prefix_missing",
      "base64_not_hex",
      "secret_decoded",
      "body_newline",
    ]);
  });
});

describe("names the mistake in the pasted input", () => {
  test.each(pasted)("%s", async (mistake, input) => {
    const verdict = await check(input);
    expect(verdict).toMatchObject({ kind: "mistakes", mistakes: [mistake] });
    // The correct signature of the pasted input is not the signature of the received body, so it is not shown.
    if (/^(?:body|secret)_/.test(mistake)) expect(verdict).toMatchObject({ expected: null });
  });

  test("another key order together with added whitespace", async () => {
    const mistaken = await found({ body: JSON.stringify(JSON.parse(sorted), null, 2) });
    expect(mistaken).toEqual(["body_key_order", "body_whitespace"]);
  });
});

test("every known mistake is covered by a test above", () => {
  const named = [...computed, ...pasted, ...others, ...standard].map(([mistake]) => mistake);
  expect([...new Set(named)].sort()).toEqual([...mistakes].sort());
});

test("judges the signature with the fewest mistakes when there are several", async () => {
  const wrong = `v1,${hmac(`${standardContent}\n`, key).digest("base64")}`;
  const several = standardHeaders.replace("v1,", `${wrong} v1,`);
  expect(await check({ headers: several })).toEqual({ kind: "valid", scheme: "standard" });
});

test("computes the expected signature with the trimmed secret", async () => {
  const given = { secret: ` ${secret} `, headers: "", computed: hmac(body).digest("hex") };
  expect(await check(given)).toMatchObject({ kind: "mistakes", expected: hex(body) });
});

test("judges the contract's signature when both schemes were received", async () => {
  const wrong = headers.replace(hex(body), hex(`${body}\n`));
  expect(await found({ headers: `${wrong}\n${standardHeaders}` })).toEqual(["body_newline"]);
});

describe("gives no verdict", () => {
  test.each([
    [["secret"], { secret: " " }],
    [["body"], { body: "" }],
    [["signature"], { headers: "" }],
    [["standard_id_and_timestamp"], { headers: standardHeaders.split("\n").at(-1) ?? "" }],
    [["secret", "body", "signature"], { secret: "", body: "", headers: "" }],
  ])("reports missing %j", async (missing, input) => {
    expect(await check(input)).toEqual({ kind: "incomplete", missing });
  });

  test.each([
    ["another secret", { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }, []],
    ["another body", { body: body.replace("captured", "failed") }, []],
    ["an API key instead of the secret", { secret: "sk_test_1" }, ["secret_shape"]],
    ["a secret that was cut off", { secret: secret.slice(0, 20) }, ["secret_shape"]],
    [
      "a digest with an extra byte",
      { headers: `sha256=${Buffer.concat([hmac(body).digest(), Buffer.of(0)]).toString("base64")}` },
      ["signature_shape"],
    ],
    ["a body that is not an event", { body: "payment=1" }, ["body_shape"]],
    [
      "a signature that was cut off",
      { headers: `X-Service-Signature: ${hex(body).slice(0, 40)}` },
      ["signature_shape"],
    ],
    ["no signature at all", { headers: "hello" }, ["signature_shape"]],
  ])("reports %s as unexplained", async (_, input, hints) => {
    expect(await check(input)).toMatchObject({ kind: "unexplained", which: "received", hints });
  });

  test("reports an unrelated computed signature as unexplained", async () => {
    expect(await check({ computed: `sha256=${"0".repeat(64)}` })).toMatchObject({
      kind: "unexplained",
      which: "computed",
      expected: hex(body),
    });
  });
});
