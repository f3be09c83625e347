import { expect, test } from "vitest";
import {
  account,
  answerText,
  macAccount,
  macOrder,
  order,
  proofs,
  resolve,
  toResponse,
} from "@/server/testing/banks/posnet-order";
import { resolveMac } from "./hash";
import { decode } from "./response";

const content = { xid: order.orderId, amount: "125050", currency: "TL", mdStatus: "1" };
const signed = (elements: Readonly<Record<string, string>> = {}) => {
  const all = { ...content, ...elements };
  return { ...all, mac: resolveMac(all.mdStatus, { ...macOrder, ...all } as typeof macOrder, macAccount) };
};
const answer = (part: Readonly<Record<string, string>> | null, head: Readonly<Record<string, string>> = {}) =>
  decode(
    resolve,
    toResponse(
      answerText([
        ...Object.entries({ approved: "1", ...head }),
        ...(part ? [["oosResolveMerchantDataResponse", Object.entries(part)] as const] : []),
      ]),
    ),
    account,
  );

const authenticated = {
  kind: "resolved",
  authentication: { verdict: "authenticated", orderId: order.orderId, proofs },
};
const refused = (why: string) => ({ kind: "resolved", authentication: { verdict: "refused", why } });
const notUnderstood = { kind: "unknown", cause: "not_understood" };

test("authenticated, with the packets that were sent to the bank as proofs", () => {
  expect(answer(signed())).toEqual(authenticated);
  expect(answer(signed({ installment: "03", txStatus: "Y", mdErrorMessage: "" }))).toEqual(authenticated);
  expect(answer(signed({ installment: "3" }))).toEqual(authenticated);
});

test.each(["00", "01", "1", "02", "12", "3 taksit", "-3"])(
  "refused (amount) for %s installments when three were sent, though the mac does not cover them",
  (installment) => expect(answer(signed({ installment }))).toEqual(refused("amount")),
);

test.each([
  ["00", 1, "authenticated"],
  ["01", 1, "authenticated"],
  ["02", 1, "refused"],
  ["00", 2, "refused"],
])("for the installment text %s after %i was sent: %s", (installment, sent, verdict) => {
  const response = toResponse(
    answerText([
      ["approved", "1"],
      ["oosResolveMerchantDataResponse", Object.entries(signed({ installment }))],
    ]),
  );
  const operation = { ...resolve, order: { ...order, installment: sent } } as typeof resolve;
  expect(decode(operation, response, account)).toMatchObject({ authentication: { verdict } });
});

test.each(["N", "U", "R", "A", "C"])("unknown for full authentication with the txStatus %s", (txStatus) => {
  expect(answer(signed({ txStatus }))).toEqual(notUnderstood);
});

test.each([
  ["E216", "Mac Doğrulama hatalı"],
  ["0600", ""],
  ["0150", "PAKET HATALI"],
])("refused (hash) when the bank answers %s %s about the packets", (respCode, respText) => {
  expect(answer(null, { approved: "0", respCode, respText })).toEqual(refused("hash"));
});

test.each([
  ["0003", "148 MID,TID,IP HATALI: 192.0.2.1"],
  ["0148", "MID,TID,IP HATALI"],
  ["0150", "INVALID MID TID IP"],
  ["E170", ""],
  ["0051", ""],
  ["0400", "DB ERROR"],
  ["", ""],
])("unknown for %s %s, which is not about the packets", (respCode, respText) => {
  expect(answer(null, { approved: "0", respCode, respText })).toEqual(notUnderstood);
});

test.each([
  ["no part", null, {}],
  ["approved 2", signed(), { approved: "2" }],
  ["an empty approved", signed(), { approved: "" }],
  ["a refusal with a part", signed(), { approved: "0", respCode: "0051" }],
  ["an approval with a refusal's code", signed(), { respCode: "E216" }],
])("unknown for %s", (_, part, head) => expect(answer(part, head)).toEqual(notUnderstood));

test.each([
  ["order", { xid: "ORDER000000000000009" }],
  ["amount", { amount: "125051" }],
  ["amount", { currency: "US" }],
])("refused (%s), not not_authenticated, for a signed failure of another order", (why, other) => {
  expect(answer(signed({ ...other, mdStatus: "6" }))).toEqual(refused(why));
});

test("unknown (mismatch) for an answer signed for another terminal", () => {
  const other = { ...macAccount, tid: "67005552" };
  const mac = resolveMac("1", macOrder, other);
  expect(answer({ ...content, mac })).toEqual({ kind: "unknown", cause: "mismatch" });
});

test("unknown (mismatch) for a failed answer's mac with an authenticated status", () => {
  const mac = resolveMac("6", macOrder, macAccount);
  expect(answer({ ...content, mac })).toEqual({ kind: "unknown", cause: "mismatch" });
});
