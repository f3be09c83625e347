import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseXmlText, type XmlElement } from "@/server/banks/wire";
import {
  completeRequest,
  inquiry,
  openPayforShop,
  type PayforTestShop,
  postXml,
  refundRequest,
  voidRequest,
} from "@/server/testing/banks/payfor-shop";
import { panWith } from "@/server/testing/banks/shop";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { type PayforShop, sandboxShops } from "../records/shops";
import { signReturn } from "./callback";

/** A published vector, checked from the bank's side. */
interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly parser?: string;
  readonly input: {
    readonly account: Readonly<Record<"mbrId" | "merchantId" | "userCode" | "merchantPass", string>> & {
      readonly userPass?: string;
    };
    readonly fields: Readonly<Record<string, string>>;
    readonly xml: string;
  };
  readonly expected: Readonly<Record<"xml" | "hash", string>> & {
    readonly fields: Readonly<Record<string, string>>;
    readonly hash_valid: boolean;
  };
}
const file = new URL("../../../banks/payfor/fixtures/vectors.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, "utf8")) as { readonly vectors: readonly Vector[] };
const listVectors = (kind: string) => vectors.filter((vector) => vector.kind === kind);
const getVector = (id: string) => vectors.find((vector) => vector.id === id) as Vector;

const toShop = ({ mbrId, userPass = "", ...account }: Vector["input"]["account"]): PayforShop => ({
  memberId: mbrId,
  userPass,
  name: "3D PAY TEST ISYERI",
  merchantId: account.merchantId,
  userCode: account.userCode,
  merchantPass: account.merchantPass,
});
const { input: published } = getVector("payfor-request-form-01");

let database: TestDatabase;
/** Banks by `MbrId` that know the shops of the vectors; two of the shops share a merchant's number. */
let banks: Readonly<Record<string, PayforTestShop>>;
/** A bank with the demo merchant, for our own payments. */
let shop: PayforTestShop;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openPayforShop(database.url);
  const accounts = [published.account, getVector("payfor-request-body-03").input.account];
  const opened = accounts.map(async (account) => {
    const bank = await openPayforShop(database.url, {
      shops: { ...sandboxShops, payfor: [toShop(account)] },
    });
    return [account.mbrId, bank] as const;
  });
  banks = Object.fromEntries(await Promise.all(opened));
});
beforeEach(() => {
  for (const bank of [shop, ...Object.values(banks)]) bank.clock.set(new Date("2026-11-20T09:00:00.000Z"));
});
afterAll(async () => {
  for (const bank of [shop, ...Object.values(banks)]) await bank.close();
  await database.drop();
});
const getBank = (mbrId: string): PayforTestShop => banks[mbrId] as PayforTestShop;

describe("returns", () => {
  test.each(listVectors("callback").map((vector) => [vector.id, vector] as const))(
    "%s has the signature that the simulated bank computes, unless it was altered",
    (_, { input, expected }) => {
      const received = input.fields.ResponseHash ?? "";
      const algorithm = Buffer.from(received, "base64").length === 32 ? "sha256" : "sha1";
      const hash = signReturn(Object.entries(input.fields), toShop(input.account), algorithm);
      expect(hash === received).toBe(expected.hash_valid);
    },
  );

  const listNames = (id: string) => Object.keys(getVector(id).input.fields).filter((name) => name !== "HashType");

  test("a success has the fields of a published one, except the name of the digest", async () => {
    const { callback } = await shop.buy();
    expect([...callback.keys()].sort()).toEqual(listNames("payfor-callback-01").sort());
  });

  test("a failure has the fields of a published one, except the name of the digest", async () => {
    const { callback } = await shop.buy({}, "000000");
    expect([...callback.keys()].sort()).toEqual(listNames("payfor-callback-05").sort());
  });

  test("a form that the gate refuses returns with the fields of a published one", async () => {
    const { fields } = await getBank("5").gate(Object.entries(getVector("payfor-request-form-01").expected.fields));
    expect(fields.map(([name]) => name).sort()).toEqual(listNames("payfor-callback-03").sort());
  });
});

describe("forms", () => {
  const form = Object.entries(getVector("payfor-request-form-01").expected.fields);

  test("the published form passes all checks except that of its card number, which is invalid", async () => {
    const { fields } = await getBank("5").gate(form);
    expect(new Map(fields).get("ProcReturnCode")).toBe("M041");
    // The card is not signed, so the same form may have another card.
    const card: Readonly<Record<string, string>> = { Pan: panWith("approved"), Expiry: "1230" };
    const other = form.map(([name, value]) => [name, card[name] ?? value] as const);
    expect((await getBank("5").gate(other)).address).toContain("/3ds/");
  });

  test.each(listVectors("request_hash").map((vector) => [vector.id, vector] as const))(
    "the order of %s is accepted with its published hash, and not with another amount",
    async (_, { input, expected }) => {
      const order = { ...Object.fromEntries(form), ...input.fields, Hash: expected.hash };
      const codeFor = async (fields: Readonly<Record<string, string>>) =>
        new Map((await getBank("5").gate(Object.entries(fields))).fields).get("ProcReturnCode");
      expect(await codeFor(order)).toBe("M041");
      expect(await codeFor({ ...order, PurchAmount: "9.99" })).toBe("M030");
    },
  );
});

describe("requests", () => {
  test.each([
    ["payfor-request-body-01", "V034", "2020110828BC"],
    ["payfor-request-body-03", "V013", "2020110828BC"],
    // The capture of a pre-authorisation, which the simulation does not support.
    ["payfor-request-body-05", "12", ""],
  ])("%s is understood and refused with %s", async (id, code, orderId) => {
    const { input, expected } = getVector(id);
    const answer = await postXml(getBank(input.account.mbrId).origin, expected.xml);
    expect([answer.text("ProcReturnCode"), answer.text("TransId")]).toEqual([code, orderId]);
  });

  test("a published history request is understood, and finds nothing", async () => {
    const { input, expected } = getVector("payfor-request-body-07");
    const { records } = await postXml(getBank(input.account.mbrId).origin, expected.xml);
    expect(records.map((record) => record.get("ProcReturnCode"))).toEqual(["V013"]);
  });
});

describe("answers", () => {
  const getRoot = (id: string) => parseXmlText(getVector(id).input.xml) as XmlElement;
  const names = (root: XmlElement) => root.children.map(({ name }) => name);

  test("of an operation: the elements of the published one in their order, and the same first lines", async () => {
    const { oid, callback } = await shop.buy();
    const sale = await shop.api(completeRequest(oid, callback));
    const refused = await shop.api(refundRequest(oid, "99.00"));
    for (const { root, raw } of [sale, refused]) {
      expect(names(root)).toEqual(names(getRoot("payfor-response-01")));
      expect(raw.split("<AuthCode>")[0]).toBe(getVector("payfor-response-01").input.xml.split("<AuthCode>")[0]);
      expect(raw.split("\n")).toHaveLength(getVector("payfor-response-01").input.xml.split("\n").length);
    }
    expect(refused.text("ProcReturnCode")).toBe("V015");
  });

  test("of an inquiry: every element of the published ones, in their order", async () => {
    const { oid, callback } = await shop.buy({ installment: "3" });
    await shop.api(completeRequest(oid, callback));
    const sale = names((await shop.api(inquiry(oid))).root);
    await shop.api(voidRequest(oid));
    const voided = names((await shop.api(inquiry(oid))).root);
    for (const [id, ours] of [
      ["payfor-response-05", sale],
      ["payfor-response-07", voided],
      ["payfor-response-09", sale],
    ] as const) {
      const theirs = names(getRoot(id));
      expect(ours.filter((name) => theirs.includes(name))).toEqual(theirs);
    }
  });
});
