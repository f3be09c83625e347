import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId, newSecretToken } from "../ids";
import { newApiKey } from "./api-key";
import { redacted, shownBody, shownPath, shownQuery, shownText } from "./shown-request";

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

/** What must never be shown, with the part of it that would give it away. */
const secrets = {
  card: "5528790000000008",
  "card with spaces": "5528 7900 0000 0008",
  "card within a text": "order 4355-0800-0000-0005 of today",
  "card after digits": "1235528790000000008",
  "card of fifteen digits": "378282246310005",
  "card between slashes": "5528/7900/0000/0008",
  "card in other digits": "٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨",
  key: newApiKey("test"),
  "webhook secret": "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3",
  "webhook secret without its beginning": "KpwTrxfSJPIKYCcGbPbkqRUJ/6c95yvU",
  token: newSecretToken(),
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

  test.each(names)("never shown as %s of a body, of a query, or in a path", (name) => {
    for (const value of forms(name)) expect(leaks(shownBody({ [name]: value })), String(value)).toBe(false);
    for (const value of [secret, `https://a.example/${encodeURIComponent(secret)}`]) {
      const once = new URLSearchParams([[name, value]]);
      const twice = new URLSearchParams([
        [name, value],
        [name, "1"],
      ]);
      expect(leaks(shownQuery(`?${once}`))).toBe(false);
      expect(leaks(shownQuery(`?${twice}`))).toBe(false);
    }
    expect(leaks(shownPath("/v1/payments/{paymentCode}", { paymentCode: secret }))).toBe(false);
  });

  test("never shown as a name, a whole body, or a user agent", () => {
    expect(leaks(shownBody({ [secret]: 1 }))).toBe(false);
    expect(leaks(shownBody(secret))).toBe(false);
    expect(leaks(shownBody([secret]))).toBe(false);
    expect(leaks(shownText(`curl/8 ${secret}`, 200))).toBe(false);
  });
});

test("what an integrator needs is shown as it was sent", () => {
  const id = newId("payment", new Date("2026-11-20T09:00:00Z"));
  expect(
    shownBody({
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
  expect(shownQuery("?status=pending&status=paid&page=2")).toEqual({
    status: ["pending", "paid"],
    page: "2",
  });
  expect(shownQuery("?")).toBeNull();
  expect(shownBody(undefined)).toBeNull();
  expect(shownPath("/v1/payments/{paymentCode}/refunds", { paymentCode: id })).toBe(
    `/v1/payments/${id}/refunds`,
  );
});

test.each([
  ["ORDER-20261120093000"],
  ["1763633400000"],
  ["0d1f5c1e-6f4f-4a7f-9f5c-2a1b3c4d5e6f"],
  ["SİPARİŞ 1042"],
  ["0123456789abcdef0123456789abcdef"],
])("an order's code stays readable: %s", (code) => {
  expect(shownBody({ partnerTxCode: code })).toEqual({ partnerTxCode: code });
});

test("texts for people and unknown members are replaced; names that read like names stay, for typing errors", () => {
  expect(
    shownBody({
      description: "Lamp",
      payerName: "Ayşe",
      items: [{ name: "A" }],
      partnerTxcode: "X",
      "a b": 1,
    }),
  ).toEqual({ description: redacted, payerName: redacted, items: redacted, partnerTxcode: redacted, "…": 1 });
});

test("what begins like a secret, runs on too long, or is told where a text belongs is replaced", () => {
  for (const text of ["sk_live_1", "whsec_1", "Bearer abc", "a ".repeat(65)]) {
    expect(shownBody({ partnerTxCode: text })).toEqual({ partnerTxCode: redacted });
  }
  expect(shownBody({ description: 5, payerName: true })).toEqual({
    description: redacted,
    payerName: redacted,
  });
  const card = "https://shop.example/5528/7900/0000/0008";
  expect(shownBody({ returnUrl: card })).toEqual({ returnUrl: redacted });
  expect(
    shownBody({ returnUrl: "https://shop.example/TR33%2F0006%2F1005%2F1978%2F6457%2F8413%2F26" }),
  ).toEqual({
    returnUrl: redacted,
  });
});

test("a name that is too long for one, or ends in more than two digits, is counted and not shown", () => {
  expect(shownBody({ ["a".repeat(30)]: 1, ab12: 1 })).toEqual({ ["a".repeat(30)]: redacted, ab12: redacted });
  expect(shownBody({ ["a".repeat(31)]: 1, ab123: 1 })).toEqual({ "…": 2 });
});

test("of a card's first eight digits six are shown, of a return address no query", () => {
  expect(shownBody({ bin: "43550800" })).toEqual({ bin: "435508••" });
  expect(shownBody({ bin: "4355080000000005" })).toEqual({ bin: redacted });
  expect(shownBody({ returnUrl: "https://shop.example/back?customer=7#x" })).toEqual({
    returnUrl: `https://shop.example/back?${redacted}`,
  });
});

test("whatever is sent, what is kept is small and flat", () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.constantFrom(...names), fc.anything()), (whole, fields) => {
      for (const body of [whole, fields]) {
        const shown = shownBody(body);
        expect(JSON.stringify(shown).length).toBeLessThan(40_000);
        for (const value of Object.values(shown ?? {})) {
          const parts = Array.isArray(value) ? value : [value];
          for (const part of parts) expect(["string", "number", "boolean", "object"]).toContain(typeof part);
        }
      }
    }),
  );
});
