import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseXmlText, type XmlElement } from "@/server/banks/wire";
import {
  agreementRequest,
  callApi,
  chargeRequest,
  gateForm,
  joinDigest,
  macParts,
  openPosnetShop,
  orderReference,
  prepareRequest,
  readVerdict,
  resolveRequest,
  type TestPosnetShop,
  voidRequest,
} from "@/server/testing/banks/posnet-shop";
import { panWith } from "@/server/testing/banks/shop";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { type PosnetShop, sandboxShops } from "../records/shops";

// These tests check published vectors from the bank's side: their requests pass its checks, and its answers look like
// theirs.

interface Vector {
  readonly id: string;
  readonly input: { readonly xml?: string; readonly callback?: Readonly<Record<string, string>> };
  readonly expected: {
    readonly xml?: string;
    readonly mac?: string;
    readonly fields?: Readonly<Record<string, string>>;
  };
}
const { vectors } = JSON.parse(
  readFileSync(new URL("../../../banks/posnet/fixtures/vectors.json", import.meta.url), "utf8"),
) as { vectors: readonly Vector[] };
const vector = (id: string): Vector => {
  const found = vectors.find((candidate) => candidate.id === `posnet-${id}`);
  if (found === undefined) throw new Error(`No vector ${id}`);
  return found;
};
const getXml = (id: string): string => vector(id).expected.xml ?? vector(id).input.xml ?? "";

/** The published test shops. Two of them are the same merchant with two `posnetId` numbers. */
const keys = { encKey: "10,10,10,10,10,10,10,10", name: "Published" };
const published = { mid: "6706598320", tid: "67005551", posnetId: "9644", ...keys };
const older = { ...published, posnetId: "27426" };
const terminal = { mid: "6797752273", tid: "67537267", posnetId: "28440", ...keys };

let database: TestDatabase;
const open = (as: PosnetShop) => openPosnetShop(database.url, { as, shops: { ...sandboxShops, posnet: [as] } });
const banks: TestPosnetShop[] = [];
const openBank = async (as: PosnetShop): Promise<TestPosnetShop> => {
  const bank = await open(as);
  banks.push(bank);
  return bank;
};
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const bank of banks) {
    expect(bank.errors).toEqual([]);
    await bank.close();
  }
  await database.drop();
});

const send = ({ origin }: TestPosnetShop, { mid, tid, posnetId }: PosnetShop, xml: string) =>
  callApi(origin, xml, {
    "X-MERCHANT-ID": mid,
    "X-TERMINAL-ID": tid,
    "X-POSNET-ID": posnetId,
    "X-CORRELATION-ID": "A1",
  });
/** Writes the names of all elements with their nesting. */
const writeNames = ({ name, children }: XmlElement): string =>
  children.length === 0 ? name : `${name}(${children.map(writeNames).join(" ")})`;
const publishedNames = (id: string) => writeNames(parseXmlText(getXml(id)) ?? { name: "", text: "", children: [] });
/** Removes the texts of a message: prolog, element names and line breaks remain. */
const removeTexts = (xml: string) => xml.replace(/>[^<\n]+</g, "><");

describe("requests pass", () => {
  test("the encrypt step, up to its card, whose number is invented", async () => {
    const bank = await openBank(older);
    bank.clock.set(new Date("2021-06-01T09:00:00Z"));
    const xml = getXml("request-body-01");
    expect(readVerdict(await send(bank, older, xml))).toEqual(["0", "0014"]);
    const other = xml.replace(/<ccno>.*<\/ccno>/, `<ccno>${panWith("approved")}</ccno>`);
    expect((await send(bank, older, other)).text("approved")).toBe("1");
  });

  test.each([
    ["a charge, up to its packets", "request-body-03", "0150"],
    ["a void, up to its key", "request-body-05", "0123"],
    ["a capture of a pre-authorisation, which is not supported", "request-body-07", "0058"],
    ["an agreement, up to its order", "request-body-09", "0123"],
  ])("%s", async (_, id, code) => {
    expect(readVerdict(await send(await openBank(published), published, getXml(id)))).toEqual(["0", code]);
  });

  test("the mac of the published charge, computed over its order", () => {
    const mac = /<mac>(.*)<\/mac>/.exec(getXml("request-body-03"))?.[1];
    const order = { xid: "2020110828BC".padStart(20, "0"), amount: "10001" };
    expect(mac).toBe(joinDigest(...macParts(order, published)));
  });

  test("the browser's form, with texts of the simulated bank", async () => {
    const bank = await openBank(older);
    const given = new Map(gateForm(await bank.api(prepareRequest({ posnetId: "27426" })), older));
    const fields = Object.entries(vector("request-form-01").expected.fields ?? {});
    const opaque = ["posnetData", "posnetData2", "digest"];
    const form = fields.map(
      ([name, value]) => [name, opaque.includes(name) ? (given.get(name) ?? "") : value] as const,
    );
    expect((await bank.gate(form)).address).toContain("/3ds/");
    expect((await bank.gate(fields)).status).toBe(400);
  });
});

describe("answers equal those of the real bank", () => {
  test("a resolved return of the published order has the published mac", async () => {
    const bank = await openBank(published);
    const bought = await bank.buy({ xid: "YKB_0000080603153823", amount: "5696" });
    const mac = joinDigest(...macParts(bought, published));
    const answer = await bank.api(resolveRequest(bought, { mac }));
    expect(answer.text("mac")).toBe("y0fU6rRA0OvqJ5GN6uMdHVu6Xra7QR1qeT9rN7R1L+o=");
    expect(getXml("resolve-03")).toContain(answer.text("mac"));
    expect(removeTexts(answer.bytes.toString("latin1"))).toBe(removeTexts(getXml("resolve-05")));
    const refused = await bank.api(resolveRequest(bought, { mac: "" }));
    expect(writeNames(refused.root)).toBe(publishedNames("resolve-07"));
    expect([...readVerdict(refused), refused.text("respText")]).toEqual(["0", "E216", "Mac Doğrulama hatalı"]);
  });

  test("the refusal of the published second charge has the published mac and text", async () => {
    const bank = await openBank(terminal);
    const order = { xid: "12345678901234567890", amount: "10000" };
    const bought = [await bank.buy(order), await bank.buy(order)] as const;
    const mac = joinDigest(...macParts(order, terminal));
    const charged = await bank.api(chargeRequest(bought[0], { mac }));
    expect(removeTexts(charged.bytes.toString("latin1"))).toBe(removeTexts(getXml("response-01")));
    const again = await bank.api(chargeRequest(bought[1], { mac }));
    expect(again.text("mac")).toBe(vector("response-mac-01").expected.mac);
    expect(again.text("respText")).toBe("ORDERID DAHA ONCE KULLANILMIS      0127");

    const found = await bank.api(agreementRequest(order.xid));
    expect(writeNames(found.root)).toBe(publishedNames("response-07"));
    await bank.api(voidRequest(orderReference(order.xid)));
    const twice = await bank.api(voidRequest(orderReference(order.xid)));
    expect(twice.bytes.toString("latin1").replace(/<yourIP>.*</, "<yourIP>192.0.2.1<")).toBe(getXml("response-05"));
  });

  test("an unknown shop is refused as published", async () => {
    const bank = await openBank(published);
    const answer = await bank.api(agreementRequest("A".repeat(20)), terminal);
    expect(removeTexts(answer.bytes.toString("latin1"))).toBe(removeTexts(getXml("response-03")));
    expect([answer.text("respCode"), answer.text("respText")?.slice(0, 23)]).toEqual([
      "0003",
      "148 MID,TID,IP HATALI: ",
    ]);
  });
});
