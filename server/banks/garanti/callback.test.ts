import { describe, expect, test } from "vitest";
import type { ReturnFields } from "@/server/banks/bank";
import { Secret } from "@/server/domain/secret";
import { readReturn } from "./callback";
import fixture from "./fixtures/vectors.json";
import { orderFields, orderHash } from "./form";
import { genericReturnHash, returnHash } from "./hash";

const account = {
  bank: "garanti",
  merchantId: "7000679",
  terminalNo: "30691298",
  user: "PROVAUT",
  password: new Secret("123qweASD/"),
  storeKey: new Secret("12345678"),
  isTest: true,
  endpoints: { gate: "", api: "" },
};
const order = {
  orderId: "ABCDEFGHJK23456789ZZ",
  amountKurus: 10000n,
  installment: 1,
  language: "tr",
  callbackUrl: "https://pay.example/3ds/callback/token",
  nonce: "nonce",
  buyerIp: "192.0.2.1",
} as const;
const ours = new Map<string, string>([
  ...orderFields(order, account),
  ["oid", order.orderId],
  ["transid", order.orderId],
  ["secure3dhash", orderHash(order, account)],
]);

const createReader = (fields: ReturnFields) => {
  const values = new Map(fields);
  return (name: string) => values.get(name) ?? "";
};
const sign = (fields: ReturnFields): ReturnFields => [
  ...fields.filter(([name]) => name !== "hash"),
  ["hash", returnHash(createReader(fields), "12345678")],
];

/** Returns a bank's real return, changed to what that bank would have sent for our order, and signed. */
function realReturn(id: string): ReturnFields {
  const vector = fixture.vectors.find((candidate) => candidate.id === id);
  const fields = Object.entries(vector?.input.fields ?? {})
    .filter(([name]) => name !== "customeremailaddress")
    .map(([name, value]) => [name, ours.get(name) ?? String(value)] as const);
  return sign(fields);
}

const set = (fields: ReturnFields, changes: Readonly<Record<string, string | null>>): ReturnFields =>
  fields
    .map(([name, value]) => [name, name in changes ? (changes[name] ?? null) : value] as const)
    .filter((field): field is [string, string] => field[1] !== null);

const real = realReturn("garanti-callback-01");
const judge = (fields: ReturnFields, sent = order) => readReturn(fields, sent, account);
const refused = (why: string) => ({ verdict: "refused", why });

/** A failure as the bank signs and sends it: without proofs, but with an `md` and the bank's random text. */
const failed = sign(set(real, { mdstatus: "0", cavv: "", eci: "" }));

test.each(["garanti-callback-01", "garanti-callback-03", "garanti-callback-05"])(
  "authenticated for the real return %s with all of its fields",
  (id) => {
    expect(judge(realReturn(id))).toEqual({
      verdict: "authenticated",
      orderId: order.orderId,
      proofs: {
        md: expect.stringMatching(/^aW5kZXg6/),
        xid: expect.any(String),
        eci: "02",
        cavv: expect.any(String),
      },
    });
  },
);

test("not authenticated for a signed failure, with its status", () => {
  expect(judge(failed)).toEqual({
    verdict: "not_authenticated",
    orderId: order.orderId,
    mdStatus: "0",
  });
});

describe("attacks that use a genuine failed return", () => {
  const values = new Map(failed);
  const signedText = "clientid oid authcode procreturncode response mdstatus cavv eci md rnd"
    .split(" ")
    .map((name) => values.get(name))
    .join("");

  test("refused (fields) when hashparams names a field that holds the old signed values", () => {
    const forged: ReturnFields = [
      ...set(failed, { mdstatus: "1", cavv: "C=", eci: "02", hashparams: "blob:" }),
      ["blob", signedText],
    ];
    const hash = values.get("hash");
    expect(genericReturnHash(createReader(forged), "blob:", "12345678")).toBe(hash);
    expect(judge(forged)).toEqual(refused("fields"));
    const underKnownName = set(failed, { mdstatus: "1", cavv: "C=", eci: "02", hashparams: "errmsg:" });
    expect(judge(set(underKnownName, { errmsg: signedText }))).toEqual(refused("fields"));
  });

  test("refused (hash) when only hashparamsval keeps the old signed values", () => {
    const forged = set(failed, { mdstatus: "1", cavv: "C=", eci: "02", hashparamsval: signedText });
    expect(judge(forged)).toEqual(refused("hash"));
  });

  test.each(["authcode", "procreturncode", "response"])(
    "refused (values) when the status moves into %s and the first character of cavv becomes the status",
    (name) => {
      // The signed text, and so the signature, stays the same: "0" and "1AbC=" equal "0", "1" and "AbC=".
      const genuine = sign(set(failed, { mdstatus: "0", cavv: "1AbC=", eci: "05" }));
      const moved = set(genuine, { [name]: "0", mdstatus: "1", cavv: "AbC=" });
      expect(returnHash(createReader(moved), "12345678")).toBe(new Map(moved).get("hash"));
      expect(judge(moved)).toEqual(refused("values"));
    },
  );

  test("refused (order) when the order's last character moves into the next field", () => {
    const moved = set(failed, { oid: order.orderId.slice(0, -1), authcode: order.orderId.slice(-1) });
    expect(returnHash(createReader(moved), "12345678")).toBe(new Map(moved).get("hash"));
    expect(judge(moved)).toEqual(refused("order"));
  });

  test.each(["10", "01", "", " 1", "1 ", "１", "-1", "true"])("refused (values) for the status %j", (mdstatus) => {
    expect(judge(sign(set(real, { mdstatus })))).toEqual(refused("values"));
  });
});

test.each([
  ["oid", "ANOTHER0000000000000", "order"],
  ["orderid", "ANOTHER0000000000000", "order"],
  ["txnamount", "1", "amount"],
  ["txnamount", "10000.00", "amount"],
  ["txncurrencycode", "840", "amount"],
  ["txninstallmentcount", "3", "amount"],
  ["clientid", "30691299", "values"],
  ["terminalid", "30691299", "values"],
  ["terminalmerchantid", "1", "values"],
  ["mode", "PROD", "values"],
  ["apiversion", "v0.01", "values"],
  ["txntype", "preauth", "values"],
  ["secure3dsecuritylevel", "3D_PAY", "values"],
  ["successurl", "https://elsewhere.example", "values"],
  ["errorurl", "https://elsewhere.example", "values"],
  ["customeripaddress", "192.0.2.9", "values"],
  ["terminalprovuserid", "OTHER", "values"],
  ["secure3dhash", "0".repeat(128), "values"],
])("refused for %s %j, although most of these fields are not signed", (name, value, why) => {
  expect(judge(sign(set(real, { [name]: value })))).toEqual(refused(why));
  expect(judge(set(failed, { [name]: value }))).toEqual(refused(why));
});

test("authenticated without the echo of our form's signature, which the bank omits for some cards", () => {
  expect(judge(set(real, { secure3dhash: null })).verdict).toBe("authenticated");
  expect(judge(set(real, { secure3dhash: "" }))).toEqual(refused("values"));
});

test("authenticated with the language that was sent or without a language, as not every return echoes it", () => {
  expect(judge([...real, ["lang", order.language]]).verdict).toBe("authenticated");
  expect(judge([...real, ["lang", order.language === "tr" ? "en" : "tr"]])).toEqual(refused("values"));
  expect(judge([...real, ["lang", ""]])).toEqual(refused("values"));
});

test.each([
  ["cavv", ""],
  ["eci", ""],
  ["eci", "5"],
  ["eci", "0a"],
  ["xid", "a b"],
  ["xid", ""],
  ["md", "\u0000"],
  ["md", "x".repeat(501)],
])("refused (values) for full authentication with %s %j", (name, value) => {
  expect(judge(sign(set(real, { [name]: value })))).toEqual(refused("values"));
});

test.each(["customeremailaddress", "submerchantid", "cardnumber", "blob", "mdstatus2"])(
  "refused (fields) for the field %s, which our form does not have",
  (name) => expect(judge([...real, [name, ""]])).toEqual(refused("fields")),
);

test("refused (hash) for a hash in lower case, cut, or of another store key", () => {
  const hash = new Map(real).get("hash") ?? "";
  for (const wrong of [hash.toLowerCase(), hash.slice(1), `${hash}0`, "", "0".repeat(128)]) {
    expect(judge(set(real, { hash: wrong }))).toEqual(refused("hash"));
  }
  const other = { ...account, storeKey: new Secret("12345679") };
  // The other store key's form has another secure3dhash too, so remove this echo.
  expect(readReturn(set(real, { secure3dhash: null }), order, other)).toEqual(refused("hash"));
});
