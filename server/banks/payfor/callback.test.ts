import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ReturnFields } from "@/server/banks/bank";
import { account, change, order, realReturn, signReturn } from "@/server/testing/banks/payfor-order";
import { readReturn } from "./callback";

const genuine = realReturn("payfor-callback-01");
const failed = signReturn(change(genuine, { "3DStatus": "-1", ProcReturnCode: "V034", ResponseRnd: "PF638" }));
const read = (fields: ReturnFields, shop = account) => readReturn(fields, order, shop);
const authenticated = {
  verdict: "authenticated",
  orderId: order.orderId,
  proofs: { requestGuid: "1000000081255931" },
  eci: "05",
};
const refused = (why: string) => ({ verdict: "refused", why });
const notAuthenticated = (mdStatus: string) => ({
  verdict: "not_authenticated",
  orderId: order.orderId,
  mdStatus,
});

test("authenticated for a bank's real return, signed with SHA-1 or SHA-256, with any HashType", () => {
  expect(read(genuine)).toEqual(authenticated);
  const longer = realReturn("payfor-callback-01", account, "sha256");
  expect(read(longer)).toEqual(authenticated);
  expect(read(change(longer, { HashType: null }))).toEqual(authenticated);
  expect(read(change(genuine, { HashType: "Sha256" }))).toEqual(authenticated);
});

test.each(["", "5", "<b>", "00000"])("an Eci of %j is no evidence", (eci) => {
  const { eci: _, ...without } = authenticated;
  expect(read(change(genuine, { Eci: eci }))).toEqual(without);
});

test("authenticated with the empty fields that real returns also carry", () => {
  const empty = ["RRN", "MerchantCountryCode", "IsQRValid", "IsFastValid"].map((name) => [name, ""] as const);
  expect(read([...genuine, ...empty])).toEqual(authenticated);
});

test.each(["md5", "sha384", "sha512"])("refused (hash) for a correct digest of %s", (algorithm) => {
  const values = new Map(genuine);
  const of = (name: string) => values.get(name) ?? "";
  const text = [
    account.merchantId,
    account.storeKey.reveal(),
    of("OrderId"),
    of("AuthCode"),
    of("ProcReturnCode"),
    of("3DStatus"),
    of("ResponseRnd"),
    account.user,
  ].join("");
  const hash = createHash(algorithm).update(text).digest("base64");
  expect(read(change(genuine, { ResponseHash: hash }))).toEqual(refused("hash"));
  // The same text with an accepted algorithm passes, so only the algorithm is wrong above.
  const right = createHash("sha1").update(text).digest("base64");
  expect(read(change(genuine, { ResponseHash: right }))).toEqual(authenticated);
});

test("ignores TxnResult and the case of the language, and compares the amount by its value", () => {
  expect(read(change(genuine, { TxnResult: "Success", Lang: "TR" }))).toEqual(authenticated);
  expect(read(change(genuine, { PurchAmount: "1250.5" }))).toEqual(authenticated);
  expect(read(change(genuine, { Lang: "en" }))).toEqual(refused("values"));
});

test("not authenticated for real returns of an order that was used before and of a failed authentication", () => {
  const usedBefore = read(realReturn("payfor-callback-03", account, "sha256"));
  const refusal = { reason: "duplicate", bankCode: "101310" };
  expect(usedBefore).toEqual({ ...notAuthenticated("-1"), refusal });
  const failed = read(realReturn("payfor-callback-05"));
  expect(failed).toEqual(notAuthenticated("-1"));
});

test.each([
  ["1", "V034", null],
  ["1", "M041", "invalid_card"],
  ["1", "101310", "duplicate"],
  ["-1", "V033", null],
])("not authenticated for 3DStatus %s with code %s: %s", (status, code, reason) => {
  const fields = signReturn(change(genuine, { "3DStatus": status, ProcReturnCode: code }));
  expect(read(fields)).toMatchObject(notAuthenticated(status));
  const { refusal } = read(fields) as { refusal?: unknown };
  expect(refusal).toEqual(reason === null ? undefined : { reason, bankCode: code });
});

test.each([
  ["a charge that was not requested", { ProcReturnCode: "00", "3DStatus": "1" }],
  ["an authorisation code before there is a charge", { AuthCode: "S31432" }],
  ["no guid", { RequestGuid: "" }],
  ["the guid 0", { RequestGuid: "0" }],
  ["a guid with forbidden characters", { RequestGuid: "1 or 1" }],
  ["a guid of more than 64 characters", { RequestGuid: "1".repeat(65) }],
  ["a return without a nonce", { ResponseRnd: "" }],
  ["an invalid status", { "3DStatus": "01" }],
  ["an empty code", { ProcReturnCode: "" }],
])("refused (values) for %s, even when signed", (_, values) => {
  expect(read(signReturn(change(genuine, values)))).toEqual(refused("values"));
});

test.each([
  ["MbrId", "12", "values"],
  ["MerchantID", "085300000009597", "values"],
  ["SecureType", "3DPay", "values"],
  ["TxnType", "PreAuth", "values"],
  ["OrderId", "ABCDEFGHJK23456789ZY", "order"],
  ["PurchAmount", "1250.51", "amount"],
  ["PurchAmount", "1250.50 ", "amount"],
  ["Currency", "840", "amount"],
  ["InstallmentCount", "0", "amount"],
  ["OkUrl", "https://evil.example/", "values"],
  ["FailUrl", "https://evil.example/", "values"],
  ["Rnd", "nonce-2", "values"],
  ["Hash", "KuJcFyXYZcW8NetghUN7uBgzQPE=", "values"],
])("refused for another %s than we sent (%s), although the bank's signature is right", (name, value, why) => {
  expect(read(signReturn(change(genuine, { [name]: value })))).toEqual(refused(why));
});

test("refused for the return of another user of the shop, with or without its name in the return", () => {
  expect(read([...genuine, ["UserCode", account.user]])).toEqual(authenticated);
  expect(read([...genuine, ["UserCode", "OTHER"]])).toEqual(refused("values"));
  expect(read(signReturn(genuine, { ...account, user: "OTHER" }))).toEqual(refused("hash"));
  expect(read(signReturn(genuine, { ...account, merchantId: "085300000009597" }))).toEqual(refused("hash"));
});

test.each(
  (
    "MbrId MerchantID OrderId Lang SecureType TxnType PurchAmount InstallmentCount Currency OkUrl FailUrl Rnd Hash " +
    "AuthCode ProcReturnCode 3DStatus ResponseRnd ResponseHash RequestGuid"
  ).split(" "),
)("refused (fields), not (values), for a return without %s, failed or not", (name) => {
  for (const fields of [genuine, failed]) {
    expect(read(change(fields, { [name]: null }))).toEqual(refused("fields"));
  }
});

test("refused (hash) for an empty hash, at a bank with a reliable hash", () => {
  expect(read(change(genuine, { ResponseHash: "" }))).toEqual(refused("hash"));
  expect(read(change(failed, { ResponseHash: "" }))).toEqual(refused("hash"));
});

test.each(["Pan", "Expiry", "Cvv2", "UserPass", "mdStatus", "HASHPARAMS"])(
  "refused (fields) for %s, which no bank sends through a browser",
  (name) => expect(read([...genuine, [name, ""]])).toEqual(refused("fields")),
);

test("authenticated with additional fields that banks were seen to send", () => {
  const more = ["VendorDet", "F37_ORG", "Tds2dsTransId", "BankInternalResponseCode", "Is3DHost", "ArtiTaksit"];
  expect(read([...genuine, ...more.map((name) => [name, ""] as const)])).toEqual(authenticated);
});

describe("borders between the signed values, which have no separators", () => {
  const names = ["AuthCode", "ProcReturnCode", "3DStatus", "ResponseRnd"];
  const text = names.map((name) => new Map(failed).get(name) ?? "").join("");

  test("refused (values) for V034 and -1 written as V034- and 1, although the hash matches", () => {
    const moved = change(failed, { ProcReturnCode: "V034-", "3DStatus": "1" });
    expect(signReturn(moved).at(-1)).toEqual(failed.at(-1));
    expect(read(moved)).toEqual(refused("values"));
  });

  test("never authenticated, wherever the borders in a failed return are moved", () => {
    const verdicts = new Set<string>();
    for (let a = 0; a <= text.length; a += 1) {
      for (let b = a; b <= text.length; b += 1) {
        for (let c = b; c <= text.length; c += 1) {
          const parts = [text.slice(0, a), text.slice(a, b), text.slice(b, c), text.slice(c)];
          const fields = change(failed, Object.fromEntries(names.map((name, at) => [name, parts[at] ?? ""])));
          const verdict = read(fields);
          verdicts.add(verdict.verdict === "refused" ? verdict.why : verdict.verdict);
        }
      }
    }
    // The hash matches in every case, so only the form of the values refuses the return.
    expect([...verdicts].sort()).toEqual(["not_authenticated", "values"]);
  });
});

describe("a bank with an unreliable hash", () => {
  const katilim = { ...account, bank: "ziraat_katilim" };
  const unsigned = change(realReturn("payfor-callback-01", katilim), { ResponseHash: "made up" });

  test("authenticated with any hash, because the bank's answer to the capture decides", () => {
    expect(read(unsigned, katilim)).toEqual(authenticated);
    expect(read(change(unsigned, { ResponseHash: "" }), katilim)).toEqual(authenticated);
    expect(read(change(unsigned, { MbrId: "5" }))).toMatchObject({ verdict: "refused" });
  });

  test("refused for any other fault", () => {
    const changed = (values: Record<string, string | null>) => read(change(unsigned, values), katilim);
    expect(changed({ ResponseHash: null })).toEqual(refused("fields"));
    expect(changed({ OrderId: "OTHER" })).toEqual(refused("order"));
    expect(changed({ PurchAmount: "1.00" })).toEqual(refused("amount"));
    expect(changed({ Currency: "840" })).toEqual(refused("amount"));
    expect(changed({ MerchantID: "1" })).toEqual(refused("values"));
    expect(changed({ Hash: "" })).toEqual(refused("values"));
    expect(changed({ RequestGuid: "0" })).toEqual(refused("values"));
    expect(changed({ "3DStatus": "<b>" })).toEqual(refused("values"));
    expect(read([...unsigned, ["surprise", ""]], katilim)).toEqual(refused("fields"));
  });

  test("not authenticated for a failure, signed or not", () => {
    expect(read(change(unsigned, { "3DStatus": "-1", ProcReturnCode: "V034" }), katilim)).toMatchObject(
      notAuthenticated("-1"),
    );
  });
});
