import { describe, expect, test } from "vitest";
import type { BankAccount, Operation } from "@/server/banks/bank";
import { parseXmlText } from "@/server/banks/wire";
import { Secret } from "@/server/domain/secret";
import { parseForm } from "@/server/domain/web/form-body";
import {
  account,
  capture,
  card,
  credit,
  history,
  inquire,
  laterOrderId,
  macAccount,
  macOrder,
  order,
  prepare,
  proofs,
  resolve,
  unknownReferences,
  voidIt,
} from "@/server/testing/banks/posnet-order";
import { toTree } from "../vectors/vector";
import { requestMac } from "./hash";
import { encode, handoff } from "./request";

/** Returns the document in the form's single field. */
function requestDocument(operation: Operation, by: BankAccount = account): string {
  const fields = parseForm(encode(operation, by).body);
  expect(fields.map(([name]) => name)).toEqual(["xmldata"]);
  return fields[0]?.[1] ?? "";
}
const treeFor = (operation: Operation, by?: BankAccount) => toTree(parseXmlText(requestDocument(operation, by)));

const head = { mid: "6706598320", tid: "67005551" };
const prepared = { data1: "AEFE", data2: "69D0", sign: "9998" };

describe("the browser's form", () => {
  test("contains the result of prepare, the return address, and no card data", () => {
    const { action, fields } = handoff(order, card, account, prepared);
    expect(action).toBe("https://bank.example/YKBPaymentService");
    expect(fields).toEqual([
      ["mid", "6706598320"],
      ["posnetID", "9644"],
      ["posnetData", "AEFE"],
      ["posnetData2", "69D0"],
      ["digest", "9998"],
      ["merchantReturnURL", "https://pay.example/3ds/callback/token"],
      ["url", ""],
      ["lang", "tr"],
    ]);
  });

  test.each(["data1", "data2", "sign"])("throws a TypeError without %s", (name) => {
    expect(() => handoff(order, card, account, { ...prepared, [name]: "" })).toThrow(TypeError);
    expect(() => handoff(order, card, account)).toThrow(TypeError);
  });
});

describe("requests", () => {
  test("prepare contains the order and the card, with the elements in the bank's order", () => {
    expect(requestDocument(prepare)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><posnetRequest><mid>6706598320</mid><tid>67005551</tid>' +
        "<oosRequestData><posnetid>9644</posnetid><ccno>4506344103118942</ccno><expDate>3001</expDate>" +
        "<cvc>987</cvc><amount>125050</amount><currencyCode>TL</currencyCode><installment>03</installment>" +
        "<XID>ABCDEFGHJK23456789ZZ</XID><cardHolderName></cardHolderName><tranType>Sale</tranType>" +
        "</oosRequestData></posnetRequest>",
    );
  });

  test.each([
    [1, "00"],
    [2, "02"],
    [12, "12"],
  ])("writes %i installments as %s", (installment, text) => {
    const operation: Operation = { kind: "prepare", order: { ...order, installment }, card };
    expect(requestDocument(operation)).toContain(`<installment>${text}</installment>`);
  });

  test("resolve and capture contain the packets and a mac over the stored order", () => {
    const packets = { bankData: "F61E1D0C0FB6", merchantData: "E1D0C0FB6EC5", sign: "9998F61E1D0C" };
    const mac = requestMac(macOrder, macAccount);
    const resolving = { ...head, oosResolveMerchantData: { ...packets, mac } };
    const charging = { ...head, oosTranData: { ...packets, wpAmount: "0", mac } };
    expect(treeFor(resolve)).toEqual(resolving);
    expect(treeFor(capture)).toEqual(charging);
    expect(requestDocument(capture)).toMatch(/<bankData>.*<merchantData>.*<sign>.*<wpAmount>0<.*<mac>/);
    const dearer: Operation = { kind: "capture", order: { ...order, amountKurus: 1n }, proofs };
    expect(requestDocument(dearer)).not.toContain(mac);
  });

  test("void and credit name the sale by the bank's own key when it is known", () => {
    const hostLogKey = "019676067890000191";
    const reverse = { transaction: "sale", hostLogKey };
    expect(treeFor(voidIt)).toEqual({ ...head, tranDateRequired: "1", reverse });
    const back = { amount: "100", currencyCode: "TL", hostLogKey };
    expect(treeFor(credit)).toEqual({ ...head, tranDateRequired: "1", return: back });
    expect(requestDocument(voidIt)).toMatch(/<tid>.*<tranDateRequired>.*<reverse><transaction>.*<hostLogKey>/);
    expect(requestDocument(credit)).toMatch(
      /<tid>.*<tranDateRequired>.*<return><amount>.*<currencyCode>.*<hostLogKey>/,
    );
  });

  test("void and credit without that key name the order, with the prefix of the agreement or of the catalogue", () => {
    const bare = { ...voidIt, references: unknownReferences } as Operation;
    const reverse = { transaction: "sale", orderID: laterOrderId };
    expect(treeFor(bare)).toEqual({ ...head, tranDateRequired: "1", reverse });
    const own = { ...account, orderPrefix: "TDS_" };
    expect(treeFor({ ...credit, references: unknownReferences } as Operation, own)).toMatchObject({
      return: { orderID: `TDS_${order.orderId}` },
    });
    const none = { ...account, orderPrefix: "" };
    expect(treeFor(inquire, none)).toEqual({ ...head, agreement: { orderID: order.orderId } });
  });

  test("inquiry and history send the same request", () => {
    const agreement = { ...head, agreement: { orderID: laterOrderId } };
    expect(treeFor(inquire)).toEqual(agreement);
    expect(treeFor(history)).toEqual(agreement);
  });

  test("pads a shorter order id with zeros, in the mac too", () => {
    const short = { ...order, orderId: "2020110828BC" };
    const xid = "000000002020110828BC";
    expect(requestDocument({ kind: "prepare", order: short, card })).toContain(`<XID>${xid}</XID>`);
    const mac = requestMac({ ...macOrder, xid }, macAccount);
    expect(requestDocument({ kind: "resolve", order: short, proofs })).toContain(`<mac>${mac}</mac>`);
  });
});

describe("on the wire", () => {
  test("sends one form field in UTF-8, and headers that identify the shop and the call", () => {
    const { url, headers, body } = encode(prepare, account);
    expect(url).toBe("https://bank.example/XML");
    expect(headers).toEqual({
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "x-merchant-id": "6706598320",
      "x-terminal-id": "67005551",
      "x-posnet-id": "9644",
      "x-correlation-id": "ABCDEFGHJK23456789ZZPREP",
    });
    expect(Buffer.from(body).toString("latin1")).toMatch(/^xmldata=%3C%3Fxml\+version%3D[!-~]+$/);
  });

  test("sends a different correlation id, of at most 24 letters and digits, for each operation", () => {
    const ids = [prepare, resolve, capture, voidIt, credit, inquire, history].map(
      (operation) => encode(operation, account).headers["x-correlation-id"],
    );
    expect(new Set(ids).size).toBe(7);
    for (const id of ids) expect(id).toMatch(/^ABCDEFGHJK23456789ZZ[A-Z]{4}$/);
  });

  test("escapes special characters for the document and for the form, including the + of a mac", () => {
    const odd = { MerchantPacket: "A+B&C", BankPacket: "<x>&amp;", Sign: "50%=" };
    const operation: Operation = { kind: "capture", order, proofs: odd };
    expect(treeFor(operation)).toMatchObject({
      oosTranData: { bankData: "<x>&amp;", merchantData: "A+B&C", sign: "50%=" },
    });
    const key = new Secret("1&2<3");
    const mac = requestMac(macOrder, { ...macAccount, encKey: "1&2<3" });
    expect(treeFor(operation, { ...account, storeKey: key })).toMatchObject({ oosTranData: { mac } });
  });
});
