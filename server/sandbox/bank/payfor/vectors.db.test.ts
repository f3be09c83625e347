import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseXmlText, type XmlElement } from "@/server/banks/wire";
import {
  completing,
  inquiry,
  openPayforShop,
  type PayforTestShop,
  postXml,
  refunding,
  voiding,
} from "@/server/testing/banks/payfor-shop";
import { panWith } from "@/server/testing/banks/shop";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { type PayforShop, sandboxShops } from "../records/shops";
import { signatureOf } from "./callback";

/** The published vectors, read from the bank's side. */
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
const ofKind = (kind: string) => vectors.filter((vector) => vector.kind === kind);
const named = (id: string) => vectors.find((vector) => vector.id === id) as Vector;

const shopOf = ({ mbrId, userPass = "", ...account }: Vector["input"]["account"]): PayforShop => ({
  memberId: mbrId,
  userPass,
  name: "3D PAY TEST ISYERI",
  merchantId: account.merchantId,
  userCode: account.userCode,
  merchantPass: account.merchantPass,
});
const { input: published } = named("payfor-request-form-01");

let database: TestDatabase;
/** Banks that know the shops of the vectors; two of them share a merchant's number. */
let banks: Readonly<Record<string, PayforTestShop>>;
/** A bank of the demo merchant, for answers of our own. */
let shop: PayforTestShop;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openPayforShop(database.url);
  const accounts = [published.account, named("payfor-request-body-03").input.account];
  const opened = accounts.map(async (account) => {
    const bank = await openPayforShop(database.url, {
      shops: { ...sandboxShops, payfor: [shopOf(account)] },
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
const bankOf = (mbrId: string): PayforTestShop => banks[mbrId] as PayforTestShop;

describe("returns", () => {
  test.each(ofKind("callback").map((vector) => [vector.id, vector] as const))(
    "%s is signed as the bank here signs, or is not where it was altered",
    (_, { input, expected }) => {
      const received = input.fields.ResponseHash ?? "";
      const algorithm = Buffer.from(received, "base64").length === 32 ? "sha256" : "sha1";
      const hash = signatureOf(Object.entries(input.fields), shopOf(input.account), algorithm);
      expect(hash === received).toBe(expected.hash_valid);
    },
  );

  const namesIn = (id: string) => Object.keys(named(id).input.fields).filter((name) => name !== "HashType");

  test("a success has the fields of a published one, but for the name of the digest", async () => {
    const { callback } = await shop.buy();
    expect([...callback.keys()].sort()).toEqual(namesIn("payfor-callback-01").sort());
  });

  test("a failure has the fields of a published one, but for the name of the digest", async () => {
    const { callback } = await shop.buy({}, "000000");
    expect([...callback.keys()].sort()).toEqual(namesIn("payfor-callback-05").sort());
  });

  test("a form that the gate refuses comes back with the fields of a published one", async () => {
    const { fields } = await bankOf("5").gate(
      Object.entries(named("payfor-request-form-01").expected.fields),
    );
    expect(fields.map(([name]) => name).sort()).toEqual(namesIn("payfor-callback-03").sort());
  });
});

describe("forms", () => {
  const form = Object.entries(named("payfor-request-form-01").expected.fields);

  test("the published form passes all checks but the card's: nobody issues such a number", async () => {
    const { fields } = await bankOf("5").gate(form);
    expect(new Map(fields).get("ProcReturnCode")).toBe("M041");
    // The card is not signed, so another may stand in the same form.
    const card: Readonly<Record<string, string>> = { Pan: panWith("approved"), Expiry: "1230" };
    const other = form.map(([name, value]) => [name, card[name] ?? value] as const);
    expect((await bankOf("5").gate(other)).address).toContain("/3ds/");
  });

  test.each(ofKind("request_hash").map((vector) => [vector.id, vector] as const))(
    "the order of %s is taken with its published hash, and with no other amount",
    async (_, { input, expected }) => {
      const order = { ...Object.fromEntries(form), ...input.fields, Hash: expected.hash };
      const codeFor = async (fields: Readonly<Record<string, string>>) =>
        new Map((await bankOf("5").gate(Object.entries(fields))).fields).get("ProcReturnCode");
      expect(await codeFor(order)).toBe("M041");
      expect(await codeFor({ ...order, PurchAmount: "9.99" })).toBe("M030");
    },
  );
});

describe("requests", () => {
  test.each([
    ["payfor-request-body-01", "V034", "2020110828BC"],
    ["payfor-request-body-03", "V013", "2020110828BC"],
    // A captured pre-authorisation, which no shop here makes.
    ["payfor-request-body-05", "12", ""],
  ])("%s is understood, and its order is not there: %s", async (id, code, orderId) => {
    const { input, expected } = named(id);
    const answer = await postXml(bankOf(input.account.mbrId).origin, expected.xml);
    expect([answer.text("ProcReturnCode"), answer.text("TransId")]).toEqual([code, orderId]);
  });

  test("a published history request is understood, and nothing is there", async () => {
    const { input, expected } = named("payfor-request-body-07");
    const { records } = await postXml(bankOf(input.account.mbrId).origin, expected.xml);
    expect(records.map((record) => record.get("ProcReturnCode"))).toEqual(["V013"]);
  });
});

describe("answers", () => {
  const rootOf = (id: string) => parseXmlText(named(id).input.xml) as XmlElement;
  const names = (root: XmlElement) => root.children.map(({ name }) => name);

  test("of an operation: the elements of the published one in their order, and its very first lines", async () => {
    const { oid, callback } = await shop.buy();
    const sale = await shop.api(completing(oid, callback));
    const refused = await shop.api(refunding(oid, "99.00"));
    for (const { root, raw } of [sale, refused]) {
      expect(names(root)).toEqual(names(rootOf("payfor-response-01")));
      expect(raw.split("<AuthCode>")[0]).toBe(named("payfor-response-01").input.xml.split("<AuthCode>")[0]);
      expect(raw.split("\n")).toHaveLength(named("payfor-response-01").input.xml.split("\n").length);
    }
    expect(refused.text("ProcReturnCode")).toBe("V015");
  });

  test("of an inquiry: every element of the published ones is there, in their order", async () => {
    const { oid, callback } = await shop.buy({ installment: "3" });
    await shop.api(completing(oid, callback));
    const sale = names((await shop.api(inquiry(oid))).root);
    await shop.api(voiding(oid));
    const voided = names((await shop.api(inquiry(oid))).root);
    for (const [id, ours] of [
      ["payfor-response-05", sale],
      ["payfor-response-07", voided],
      ["payfor-response-09", sale],
    ] as const) {
      const theirs = names(rootOf(id));
      expect(ours.filter((name) => theirs.includes(name))).toEqual(theirs);
    }
  });
});
