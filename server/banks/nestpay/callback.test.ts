import { expect, test } from "vitest";
import type { ReturnFields } from "@/server/banks/bank";
import { foldAscii } from "@/server/banks/compare";
import { Secret } from "@/server/domain/secret";
import { readReturn } from "./callback";
import fixture from "./fixtures/vectors.json";
import { callbackHashVersion1, hashVersion3 } from "./hash";
import { orderFields } from "./request";

const account = {
  bank: "ziraat",
  merchantId: "190000300",
  terminalNo: "",
  user: "",
  password: new Secret(""),
  storeKey: new Secret("TEST1234"),
  endpoints: { gate: "", api: "" },
};
const order = {
  orderId: "ABCDEFGHJK23456789ZZ",
  amountKurus: 10000n,
  installment: 1,
  language: "tr",
  callbackUrl: "https://pay.example/3ds/callback/token",
  nonce: "nonce",
  buyerIp: "",
} as const;
const sent = new Map(orderFields(order, account).map(([name, value]) => [foldAscii(name), value]));

const sign = (fields: ReturnFields): ReturnFields => [
  ...fields.filter(([name]) => name !== "HASH"),
  ["HASH", hashVersion3(fields, "TEST1234")],
];

/** Returns a bank's real return, changed to what that bank would have sent for our order, and signed. */
function realCallback(id: string): ReturnFields {
  const vector = fixture.vectors.find((candidate) => candidate.id === id);
  const fields = Object.entries(vector?.input.fields ?? {}).map(([name, value]) => {
    return [name, sent.get(foldAscii(name)) ?? String(value)] as const;
  });
  return sign(fields);
}

const change = (fields: ReturnFields, name: string, value: string | null): ReturnFields =>
  sign(
    fields
      .filter((field) => value !== null || field[0] !== name)
      .map((field) => (field[0] === name && value !== null ? [name, value] : field)),
  );

test("authenticated for a bank's real return with all of its 58 fields", () => {
  expect(readReturn(realCallback("nestpay-callback-01"), order, account)).toEqual({
    verdict: "authenticated",
    orderId: order.orderId,
    proofs: {
      md: expect.stringMatching(/^454671:/),
      xid: "wSpz43MzGED+TOlB4rJW4kNtIEs=",
      eci: "05",
      cavv: "ABABBjRAAwAAACcQlJIhdUhABZc=",
    },
  });
});

test("not authenticated, without a status, for a real page-level error", () => {
  const error = realCallback("nestpay-callback-shape-01");
  expect(readReturn(error, order, account)).toEqual({
    verdict: "not_authenticated",
    orderId: order.orderId,
    mdStatus: null,
    refusal: { reason: "invalid_card", bankCode: expect.stringMatching(/^(HPP|CORE)-\d+$/) },
    bankMessage: expect.stringMatching(/.{4,}/),
  });
  const unsigned = error.map(([name, value]) => [name, name === "ErrMsg" ? "" : value] as const);
  expect(readReturn(unsigned, order, account)).toEqual({ verdict: "refused", why: "hash" });
});

test.each([
  ["a page-level error without its code", "nestpay-callback-shape-01", "ErrorCode", ""],
  ["a status without proofs", "nestpay-callback-01", "md", null],
  ["proofs without a status", "nestpay-callback-01", "mdStatus", null],
])("refused (fields) for %s", (_, id, name, value) => {
  const fields = change(realCallback(id), name, value);
  expect(readReturn(fields, order, account)).toEqual({ verdict: "refused", why: "fields" });
});

test.each([
  ["cavv", ""],
  ["eci", ""],
  ["xid", "a b"],
  ["md", "\u0000"],
  ["md", "x".repeat(501)],
])("refused (values) for full authentication with %s %j", (name, value) => {
  const fields = change(realCallback("nestpay-callback-01"), name, value);
  expect(readReturn(fields, order, account)).toEqual({ verdict: "refused", why: "values" });
});

test("refused for a return in the superseded hash version, although its own hash matches", () => {
  const fields = realCallback("nestpay-callback-01")
    .filter(([name]) => name !== "HASH")
    .map(([name, value]) => [name, name === "hashAlgorithm" ? "ver1" : value] as const);
  const legacy: ReturnFields = [...fields, ["HASHPARAMS", "clientid:oid:mdStatus:cavv:eci:md:rnd:"]];
  const signed: ReturnFields = [...legacy, ["HASH", callbackHashVersion1(legacy, "TEST1234")]];
  expect(readReturn(signed, order, account).verdict).toBe("refused");
});

test("refused (fields) for a field of another merchant's form", () => {
  const fields = sign([...realCallback("nestpay-callback-01"), ["islemtipi", "Auth"]]);
  expect(readReturn(fields, order, account)).toEqual({ verdict: "refused", why: "fields" });
});
