import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newApiKey } from "@/server/domain/accounts/api-key";
import {
  redacted,
  redactRequestBody,
  redactRequestPath,
  redactRequestQuery,
  redactText,
} from "@/server/domain/accounts/redact-request";
import { newId, newSecretToken } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";

import { loggedBodyFields, loggedQueryFields } from "./logged-fields";

const redactBody = (body: unknown) => redactRequestBody(body, loggedBodyFields);
const redactQuery = (search: string) => redactRequestQuery(search, loggedQueryFields);

const names = [
  "amount",
  "installment",
  "baseAmount",
  "customerCommissionShareBps",
  "partnerTxCode",
  "partnerRefundCode",
  "terminalId",
  "bin",
  "allowedInstallmentCounts",
  "returnUrl",
  "redirectUrl",
  "description",
  "payerName",
  "items",
  "pan",
  "cv2",
  "password",
  "somethingElse",
  "__proto__",
  "status",
];

/** Values that must never be shown. */
const secrets = {
  card: "5528790000000008",
  "card with spaces": "5528 7900 0000 0008",
  "card within a text": "order 4355-0800-0000-0005 of today",
  "card after digits": "1235528790000000008",
  "card of fifteen digits": "378282246310005",
  "card between slashes": "5528/7900/0000/0008",
  "card in other digits": "٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨",
  key: newApiKey(systemRandom, "test"),
  "webhook secret": "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3",
  "webhook secret without its beginning": "KpwTrxfSJPIKYCcGbPbkqRUJ/6c95yvU",
  token: newSecretToken(systemRandom),
  address: "ayse@example.com",
  iban: "TR330006100519786457841326",
  "iban within a text": "x TR33 0006 1005 1978 6457 8413 26",
  "iban between slashes": "TR33/0006/1005/1978/6457/8413/26",
  "secret in hexadecimal": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c",
};

describe.each(Object.entries(secrets))("%s", (_, secret) => {
  const forms = (name: string): unknown[] => [
    secret,
    [secret],
    { [name]: secret },
    [{ name: secret }],
    ...(/^\d+$/.test(secret) ? [Number(secret), [Number(secret)]] : []),
    `https://shop.example/${encodeURIComponent(secret)}`,
    `https://shop.example/a?x=${encodeURIComponent(secret)}`,
    `https://u:${encodeURIComponent(secret)}@shop.example/`,
  ];
  const leaks = (shown: unknown): boolean => {
    const text = decodeURIComponent(JSON.stringify(shown));
    return [secret, secret.replace(/\D/g, "")].some((part) => part.length > 5 && text.includes(part));
  };

  test.each(names)("is never shown in the field %s of a body or a query, nor in a path", (name) => {
    for (const value of forms(name)) expect(leaks(redactBody({ [name]: value })), String(value)).toBe(false);
    for (const value of [secret, `https://a.example/${encodeURIComponent(secret)}`]) {
      const once = new URLSearchParams([[name, value]]);
      const twice = new URLSearchParams([
        [name, value],
        [name, "1"],
      ]);
      expect(leaks(redactQuery(`?${once}`))).toBe(false);
      expect(leaks(redactQuery(`?${twice}`))).toBe(false);
    }
    expect(leaks(redactRequestPath("/v1/payments/{paymentCode}", { paymentCode: secret }))).toBe(false);
  });

  test("is never shown as a field name, a whole body or a user agent", () => {
    expect(leaks(redactBody({ [secret]: 1 }))).toBe(false);
    expect(leaks(redactBody(secret))).toBe(false);
    expect(leaks(redactBody([secret]))).toBe(false);
    expect(leaks(redactText(`curl/8 ${secret}`, 200))).toBe(false);
  });
});

test("shows amounts, codes, counts and addresses as they were sent", () => {
  const id = newId(systemRandom, "payment", new Date("2026-11-20T09:00:00Z"));
  expect(
    redactBody({
      amount: 125_050,
      partnerTxCode: "ORDER-1042",
      terminalId: "trm_demo_default",
      installment: null,
      allowedInstallmentCounts: [1, 3, 6],
      returnUrl: "https://shop.example/back/1042",
    }),
  ).toEqual({
    amount: 125_050,
    partnerTxCode: "ORDER-1042",
    terminalId: "trm_demo_default",
    installment: null,
    allowedInstallmentCounts: [1, 3, 6],
    returnUrl: "https://shop.example/back/1042",
  });
  expect(redactQuery("?status=pending&status=paid&page=2")).toEqual({
    status: ["pending", "paid"],
    page: "2",
  });
  expect(redactQuery("?")).toBeNull();
  expect(redactBody(undefined)).toBeNull();
  expect(redactRequestPath("/v1/payments/{paymentCode}/refunds", { paymentCode: id })).toBe(
    `/v1/payments/${id}/refunds`,
  );
});

test.each([
  ["ORDER-20261120093000"],
  ["1763633400000"],
  ["0d1f5c1e-6f4f-4a7f-9f5c-2a1b3c4d5e6f"],
  ["SİPARİŞ 1042"],
  ["0123456789abcdef0123456789abcdef"],
])("shows the order code %s", (code) => {
  expect(redactBody({ partnerTxCode: code })).toEqual({ partnerTxCode: code });
});

test("redacts texts for people and values of unknown fields, and shows unknown names that look like field names", () => {
  expect(
    redactBody({
      description: "Lamp",
      payerName: "Ayşe",
      items: [{ name: "A" }],
      partnerTxcode: "X",
      "a b": 1,
    }),
  ).toEqual({ description: redacted, payerName: redacted, items: redacted, partnerTxcode: redacted, "…": 1 });
});

test("redacts texts that begin like a secret or are too long, and any value of a hidden field", () => {
  for (const text of ["sk_live_1", "whsec_1", "Bearer abc", "a ".repeat(65)]) {
    expect(redactBody({ partnerTxCode: text })).toEqual({ partnerTxCode: redacted });
  }
  expect(redactBody({ description: 5, payerName: true })).toEqual({
    description: redacted,
    payerName: redacted,
  });
  const card = "https://shop.example/5528/7900/0000/0008";
  expect(redactBody({ returnUrl: card })).toEqual({ returnUrl: redacted });
  expect(redactBody({ returnUrl: "https://shop.example/TR33%2F0006%2F1005%2F1978%2F6457%2F8413%2F26" })).toEqual({
    returnUrl: redacted,
  });
});

test("counts names that are too long or end in more than two digits, without showing them", () => {
  expect(redactBody({ ["a".repeat(30)]: 1, ab12: 1 })).toEqual({
    ["a".repeat(30)]: redacted,
    ab12: redacted,
  });
  expect(redactBody({ ["a".repeat(31)]: 1, ab123: 1 })).toEqual({ "…": 2 });
});

test("shows six of the first eight digits of a card, and a return address without its query", () => {
  expect(redactBody({ bin: "43550800" })).toEqual({ bin: "435508••" });
  expect(redactBody({ bin: "4355080000000005" })).toEqual({ bin: redacted });
  expect(redactBody({ returnUrl: "https://shop.example/back?customer=7#x" })).toEqual({
    returnUrl: `https://shop.example/back?${redacted}`,
  });
});

test.each([4_111_111_111.111111, 55_287_900_000.00001, 0.1, 1e11, -1e11, 5_528_790_000_000_008, Number.NaN])(
  "redacts the number %d, in a field and in a list: only integers of at most eleven digits are shown",
  (number) => {
    expect(redactBody({ amount: number, allowedInstallmentCounts: [number] })).toEqual({
      amount: redacted,
      allowedInstallmentCounts: [redacted],
    });
  },
);

test.each([99_999_999_999, -99_999_999_999, 0])("shows the number %d", (number) => {
  expect(redactBody({ amount: number })).toEqual({ amount: number });
});

test("the result is small and flat for any input", () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.constantFrom(...names), fc.anything()), (whole, fields) => {
      for (const body of [whole, fields]) {
        const shown = redactBody(body);
        expect(JSON.stringify(shown).length).toBeLessThan(40_000);
        for (const value of Object.values(shown ?? {})) {
          const parts = Array.isArray(value) ? value : [value];
          for (const part of parts) expect(["string", "number", "boolean", "object"]).toContain(typeof part);
        }
      }
    }),
  );
});
