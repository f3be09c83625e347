import { afterAll, beforeAll, describe, expect, test } from "vitest";
import fixture from "@/server/banks/garanti/fixtures/vectors.json" with { type: "json" };
import { parseXmlText, type XmlElement } from "@/server/banks/wire";
import type { FormFields } from "@/server/domain/web/form-body";
import {
  buildDocument,
  buildSale,
  elementAt,
  type GarantiTestShop,
  matchesOwnList,
  openGarantiShop,
  orderForm,
} from "@/server/testing/banks/garanti-shop";
import { panWith } from "@/server/testing/banks/shop";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { sandboxShops } from "../records/shops";
import { type ReturnValues, signedReturn } from "./callback";

// These tests check the simulated bank against published values only: it gets the requests of the published merchants,
// and our connector takes no part.

const published = {
  merchantId: "7000679",
  terminalId: "30691298",
  provUser: "PROVAUT",
  provPassword: "123qweASD/",
  refundUser: "PROVRFN",
  refundPassword: "123qweASD/",
  storeKey: "12345678",
  name: "n",
};

let database: TestDatabase;
let ours: GarantiTestShop;
let theirs: GarantiTestShop;
beforeAll(async () => {
  database = await createTestDatabase();
  ours = await openGarantiShop(database.url);
  theirs = await openGarantiShop(database.url, { shops: { ...sandboxShops, garanti: [published] } });
});
afterAll(async () => {
  expect([...ours.errors, ...theirs.errors]).toEqual([]);
  await ours.close();
  await theirs.close();
  await database.drop();
});

interface AnyVector {
  readonly id: string;
  readonly kind: string;
  readonly scheme?: string;
  readonly operation?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
}
const vectors = fixture.vectors as unknown as readonly AnyVector[];
const listVectors = (kind: string, scheme?: string) =>
  vectors.filter((vector) => vector.kind === kind && (scheme === undefined || vector.scheme === scheme));
const getVector = (id: string): AnyVector => {
  const found = vectors.find((vector) => vector.id === id);
  if (found === undefined) throw new Error(`${id} is not among the vectors`);
  return found;
};
const toFields = (fields: unknown): FormFields => Object.entries(fields as Record<string, string>);

describe("the gate accepts what the real bank accepted", () => {
  test.each(listVectors("request_hash", "garanti.3d512"))("$id leads to the one-time code", async (vector) => {
    const signed = new Map(toFields(vector.input.fields));
    const own = new Map(orderForm());
    const account = [
      ["terminalmerchantid", published.merchantId],
      ["secure3dhash", String(vector.expected.hash)],
    ] as const;
    const shown = await theirs.gate([...new Map([...own, ...account, ...signed])]);
    expect(shown.address).toContain("/3ds/");
    // An additional digit in the signed order id must be refused.
    const changed = new Map([...own, ...account, ...signed, ["orderid", `${signed.get("orderid")}0`]]);
    expect(new Map((await theirs.gate([...changed])).fields).get("mdstatus")).toBe("7");
  });

  test.each(listVectors("request_form"))(
    "$id is correct except for its card, which is not valid today",
    async (vector) => {
      const fields = toFields(vector.expected.fields);
      expect(new Map((await theirs.gate(fields)).fields).get("mdstatus")).toBe("8");
      const card = new Map([
        ["cardnumber", panWith("approved")],
        ["cardexpiredateyear", "30"],
      ]);
      const good = fields.map(([name, value]) => [name, card.get(name) ?? value] as const);
      expect((await theirs.gate(good)).address).toContain("/3ds/");
    },
  );
});

describe("the API accepts what the real bank accepted", () => {
  test.each([
    ["garanti-request-body-01", ["GVPS", "92", "0110"]],
    ["garanti-request-body-03", ["GVPS", "92", "0110"]],
    // A sale without 3-D Secure has a valid signature, but this terminal may not do it.
    ["garanti-request-body-05", ["GVPS", "92", "0652"]],
  ])("%s passes the signature check and gets its refusal", async (id, verdict) => {
    const xml = String(getVector(id).expected.xml);
    expect((await theirs.post(xml)).verdict).toEqual(verdict);
    const changed = xml.replace(/<OrderID>(.*)<\/OrderID>/, "<OrderID>$11</OrderID>");
    expect((await theirs.post(changed)).verdict).toEqual(["GVPS", "92", "0651"]);
  });

  test.each([
    ["garanti-request-hash-07", ["HOST", "12", "12"]],
    ["garanti-request-hash-09", ["GVPS", "92", "0110"]],
  ])("%s is also the hash of our message", async (id, verdict) => {
    const { input, expected } = getVector(id);
    const { Order, Transaction } = input.request as Record<string, Record<string, string>>;
    const answer = await theirs.post(
      buildDocument({
        type: Transaction?.Type ?? "",
        orderId: Order?.OrderID ?? "",
        amount: Transaction?.Amount ?? "",
        terminal: published.terminalId,
        merchant: published.merchantId,
        hash: String(expected.hash),
        ...(Transaction?.Type === "sales" ? { secure: buildSale("", new Map([["cavv", "x"]])).secure } : {}),
      }),
    );
    expect(answer.verdict).toEqual(verdict);
  });
});

describe("returns equal those of the real bank", () => {
  test.each(listVectors("callback"))("$id: the same fields and hash from the same form and values", (vector) => {
    const fields = toFields(vector.input.fields);
    const real = new Map(fields);
    const names =
      "xid mdstatus mderrormessage txnstatus eci cavv paressyntaxok paresverified version ireqcode ireqdetail vendorcode cavvalgorithm md authcode response errmsg hostmsg procreturncode MaskedPan";
    const values: ReturnValues = Object.fromEntries(names.split(" ").map((name) => [name, real.get(name)]));
    const sent = fields.slice(fields.findIndex(([name]) => name === "apiversion"));
    const made = signedReturn(sent, "successurl", published, { ...values, rnd: real.get("rnd") ?? "" });
    expect(Object.fromEntries(made.fields)).toEqual(Object.fromEntries(fields));
    expect(made.fields.map(([name]) => name).slice(0, 29)).toEqual(fields.map(([name]) => name).slice(0, 29));
    expect(matchesOwnList(fields, published.storeKey)).toBe(true);
  });

  test("has exactly the names of a real return, and the one that our form adds", async () => {
    const real = new Set(toFields(getVector("garanti-callback-03").input.fields).map(([name]) => name));
    const names = [...(await ours.buy()).callback.keys()];
    expect(names.filter((name) => !real.has(name))).toEqual(["lang"]);
    expect([...real].filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe("answers have the elements of real answers, in their order", () => {
  const real = (id: string): XmlElement => {
    const root = parseXmlText(String(getVector(id).input.xml));
    if (root === null) throw new Error(`${id} is no document`);
    return root;
  };
  /** Lists the path of every element, except the mail address, which only some real answers have. */
  const listPaths = (element: XmlElement, prefix = ""): string[] =>
    element.children
      .flatMap((child) => [prefix + child.name, ...listPaths(child, `${prefix}${child.name}.`)])
      .filter((path) => path !== "Customer.EmailAddress");
  const sell = async () => {
    const { orderId, callback } = await ours.buy({ txninstallmentcount: "3" });
    return { orderId, callback, answer: await ours.api(buildSale(orderId, callback)) };
  };

  test("the same elements for a sale, a second sale, a refund, a status, and refusals of the gateway", async () => {
    const { orderId, callback, answer } = await sell();
    expect(listPaths(answer.root)).toEqual(listPaths(real("garanti-response-01")));
    const again = await ours.api(buildSale(orderId, callback));
    expect(listPaths(again.root)).toEqual(listPaths(real("garanti-response-07")));
    const refund = await ours.api({ type: "refund", orderId, amount: "100" });
    expect(listPaths(refund.root)).toEqual(listPaths(real("garanti-response-09")));
    const status = await ours.api({ type: "orderinq", orderId });
    expect(listPaths(status.root)).toEqual(listPaths(real("garanti-response-05")));
    const empty = await ours.api({ ...buildSale(orderId, callback), amount: "0" });
    expect(listPaths(empty.root)).toEqual(listPaths(real("garanti-response-03")));
    const wrong = await ours.api({ ...buildSale(orderId, callback), merchant: "70006799" });
    expect(listPaths(wrong.root)).toEqual(listPaths(real("garanti-response-11")));
  });

  test("the same codes of the gateway as in real answers", async () => {
    const { orderId, callback } = await sell();
    const codes = "Source Code ReasonCode Message".split(" ").map((name) => `Transaction.Response.${name}`);
    const readCodes = (root: XmlElement) => codes.map((path) => elementAt(root, path)?.text);
    const again = await ours.api(buildSale(orderId, callback));
    expect(readCodes(again.root)).toEqual(readCodes(real("garanti-response-07")));
    expect(again.text("Transaction.Response.SysErrMsg")).toBe("ErrorId: 0104");
    const empty = await ours.api({ ...buildSale(orderId, callback), amount: "0" });
    expect(readCodes(empty.root)).toEqual(readCodes(real("garanti-response-03")));
    expect(empty.text("Transaction.Response.SysErrMsg")).toBe(
      elementAt(real("garanti-response-03"), "Transaction.Response.SysErrMsg")?.text,
    );
    const wrong = await ours.api({ ...buildSale(orderId, callback), merchant: "70006799" });
    expect(readCodes(wrong.root)).toEqual(readCodes(real("garanti-response-11")));
  });

  test("the same format of numbers and times, and the same start of the document, as real answers", async () => {
    const shape = (text = "") => text.replace(/\d/g, "9").replace(/[A-F]/g, "9");
    const { orderId, answer } = await sell();
    for (const name of ["RetrefNum", "BatchNum", "SequenceNum", "ProvDate", "HashData"]) {
      const realText = elementAt(real("garanti-response-01"), `Transaction.${name}`)?.text;
      expect(shape(answer.text(`Transaction.${name}`)), name).toBe(shape(realText));
    }
    const status = await ours.api({ type: "orderinq", orderId });
    for (const name of ["ProvDate", "RetrefNum", "InstallmentCnt", "Code", "ReasonCode", "RecurringInfo"]) {
      const realText = elementAt(real("garanti-response-05"), `Order.OrderInqResult.${name}`)?.text;
      expect(shape(status.text(`Order.OrderInqResult.${name}`)), name).toBe(shape(realText));
    }
    const start = String(getVector("garanti-response-01").input.xml).slice(0, 60);
    expect(answer.bytes.subarray(0, 60).toString("utf8")).toBe(start);
    const refused = await ours.api({ type: "void", orderId: "NOBODYS" });
    expect(refused.bytes.toString("utf8")).toContain("İşlem bulunamadı");
  });
});
