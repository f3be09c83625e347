import { describe, expect, test } from "vitest";
import { differences, type Vector } from "../vectors/vector";
import fixture from "./fixtures/vectors.json";
import { genericReturnHash, requestHash, returnHash, returnHashParams, securityData } from "./hash";
import { reproduce } from "./reproduce";

const published = fixture.vectors as unknown as Vector[];
const byId = (id: string): Vector => published.find((vector) => vector.id === id)!;

test.each(published.map((vector) => [vector.id, vector] as const))("reproduces %s, value by value", (_, vector) => {
  const computed = reproduce(vector);
  expect(differences(vector, computed)).toEqual([]);
  for (const name of Object.keys(vector.expected)) {
    const wrong = { ...vector, expected: { [name]: "another" } };
    if (name !== "xml") expect(differences(wrong, computed)).toEqual([name]);
  }
});

test("contains all published vectors", () => expect(published).toHaveLength(20));

const account = {
  merchantId: "7",
  terminalId: "8",
  provUser: "PROVAUT",
  provPassword: "P",
  refundUser: "PROVRFN",
  refundPassword: "R",
  storeKey: "K",
};

const buildBody = (operation: string, order: object, more: object = {}) => {
  const input = { account, order, ...more };
  return reproduce({ id: "", family: "garanti", kind: "request_body", operation, input, expected: {} }).tree;
};

const expectedHead = (password: string, user: string, amount: string, { currency = "949", cardNumber = "" } = {}) => {
  const signed = { orderId: "A-1", terminalId: "8", cardNumber, amount, currency };
  const HashData = requestHash(signed, securityData(password, "8"));
  return {
    Mode: "TEST",
    Version: "512",
    Terminal: { ProvUserID: user, UserID: user, HashData, ID: "8", MerchantID: "7" },
    Customer: { IPAddress: "192.0.2.1" },
    Order: { OrderID: "A-1" },
  };
};
const common = { InstallmentCnt: "", CurrencyCode: "949", CardholderPresentCode: "0", MotoInd: "N" };
const id = { id: "A-1", ip: "192.0.2.1" };

describe("request bodies of operations that payments do not use", () => {
  const card = { pan: "4282209004348015", month: "08", year: "2027", cvv: "123" };
  const order = { ...id, amount_minor: 990, currency: "USD", installment: 3, card };
  const withCard = expectedHead("P", "PROVAUT", "990", { currency: "840", cardNumber: card.pan });
  const Transaction = { ...common, Type: "sales", Amount: "990", CurrencyCode: "840", InstallmentCnt: "3" };
  const Card = { Number: card.pan, ExpireDate: "0827", CVV2: "123" };

  test("a sale without 3-D Secure contains the card, whose number is signed, whatever the operation's name", () => {
    expect(buildBody("sale", order)).toEqual({ ...withCard, Card, Transaction });
    const preAuth = { ...withCard, Card, Transaction: { ...Transaction, Type: "preauth" } };
    expect(buildBody("auth", { ...order, type: "PreAuth" })).toEqual(preAuth);
    expect(buildBody("preauth", order)).toEqual(preAuth);
  });

  test("a recurring sale contains its plan", () => {
    const recurring = { count: 12, cycle: "M", interval: 1, startDate: "20270101" };
    const plan = { TotalPaymentNum: "12", FrequencyType: "M", FrequencyInterval: "1", Type: "R" };
    expect(buildBody("moto", { ...order, recurring })).toEqual({
      ...withCard,
      Card,
      Transaction,
      Recurring: { ...plan, StartDate: "20270101" },
    });
  });

  test("a capture of a pre-authorisation contains its amount and the reference of the pre-authorisation", () => {
    const tree = buildBody("capture", { ...id, amount_minor: 1002, rrn: "R1" });
    const transaction = { Type: "postauth", Amount: "1002", CurrencyCode: "949", OriginalRetrefNum: "R1" };
    expect(tree).toEqual({ ...expectedHead("P", "PROVAUT", "1002"), Transaction: transaction });
  });

  test("requests for lists name their range of days or their group of cards", () => {
    const days = { startDate: "01/01/2027 00:00", endDate: "02/01/2027 00:00" };
    const list = buildBody("history_by_date", { ...id, ...days, page: 2 });
    expect(list).toMatchObject({
      Order: { OrderID: "A-1", StartDate: days.startDate, EndDate: days.endDate, ListPageNum: "2" },
      Transaction: { ...common, Type: "orderlistinq", Amount: "100" },
    });
    const Transaction = { Type: "bininq", Amount: "1", BINInq: { Group: "A", CardType: "A" } };
    expect(buildBody("bininq", id)).toEqual({
      ...expectedHead("P", "PROVAUT", "1", { currency: "" }),
      Transaction,
    });
  });

  test("throws a RangeError for an operation that the protocol does not have", () => {
    expect(() => buildBody("teleport", id)).toThrow(RangeError);
  });
});

describe("request bodies of operations that payments use", () => {
  test("the completion of a 3-D sale contains its proofs; a history request contains its type", () => {
    const callback = { md: "M", xid: "X", eci: "02", cavv: "C", mdstatus: "1" };
    const tree = buildBody("complete3d", { ...id, amount_minor: 10025, installment: 0 }, { callback });
    expect(tree).toEqual({
      ...expectedHead("P", "PROVAUT", "10025"),
      Transaction: {
        ...common,
        Type: "sales",
        Amount: "10025",
        CardholderPresentCode: "13",
        Secure3D: { AuthenticationCode: "C", SecurityLevel: "02", TxnID: "X", Md: "M" },
      },
    });
    const question = { ...common, Type: "orderhistoryinq", Amount: "100" };
    expect(buildBody("history", id)).toEqual({
      ...expectedHead("P", "PROVAUT", "100"),
      Transaction: question,
    });
  });

  test("a refund contains the refund user, its amount and the sale's reference", () => {
    const refund = { ...common, Type: "refund", Amount: "105", OriginalRetrefNum: "R1" };
    const input = { ...id, amount_minor: 105, rrn: "R1", email: "a@example.com" };
    const tree = buildBody("refund", input);
    expect(buildBody("refund_partial", input)).toEqual(tree);
    expect(tree).toEqual({
      ...expectedHead("R", "PROVRFN", "105"),
      Customer: { IPAddress: "192.0.2.1", EmailAddress: "a@example.com" },
      Transaction: refund,
    });
  });
});

describe("callbacks", () => {
  const genuine = byId("garanti-callback-01");
  const readFields = (vector: Vector) => vector.input.fields as Record<string, string>;
  const changed = (changes: Record<string, string>): Vector => ({
    ...genuine,
    input: { ...genuine.input, fields: { ...readFields(genuine), ...changes } },
  });

  test("an altered copy is not valid and does not proceed to the payment", () => {
    const untouched = { hash_valid: true, proceed_to_payment: true, md_status: "1", three_d: "full" };
    expect(reproduce(genuine)).toMatchObject(untouched);
    for (const tampered of [changed({ oid: "X" }), changed({ eci: "05" }), changed({ hash: "0" })]) {
      expect(reproduce(tampered)).toMatchObject({ hash_valid: false, proceed_to_payment: false });
    }
  });

  test("the return of a model that charges contains the result of the charge", () => {
    const fields = { ...readFields(genuine), secure3dsecuritylevel: "3D_PAY", procreturncode: "00" };
    const charged = { ...fields, response: "Approved", authcode: "304919" };
    const hash = returnHash((name) => charged[name as keyof typeof charged] ?? "", "12345678");
    const outcome = reproduce(changed({ ...charged, hash }));
    expect(outcome).toMatchObject({ proceed_to_payment: false, final_payment_approved: true });
    expect(reproduce(changed(charged))).toMatchObject({ hash_valid: false, final_payment_approved: false });
  });

  test.each([
    ["2", "half"],
    ["4", "half"],
    ["0", "failed"],
    ["7", "failed"],
    ["", null],
  ])("translates status %j to %s", (mdstatus, three_d) => {
    expect(reproduce(changed({ mdstatus }))).toMatchObject({ three_d, proceed_to_payment: false });
  });

  test("does not accept an attack whose digest matches the list of names in the return", () => {
    const blob = "a genuine failure's values";
    const attack = changed({ mdstatus: "1", hashparams: "blob:", blob });
    const hash = genericReturnHash((name) => (name === "blob" ? blob : ""), "blob:", "12345678");
    const vector = { ...attack, kind: "security", input: changed({ ...readFields(attack), hash }).input };
    expect(reproduce(vector)).toEqual({ digest_matches: true, must_accept: false });
    const own = { ...genuine, kind: "security" };
    expect(readFields(own).hashparams).toBe(returnHashParams);
    expect(reproduce(own)).toEqual({ digest_matches: true, must_accept: false });
  });
});

describe("answers", () => {
  const altered = (id: string, from: string | RegExp, to: string): Vector => {
    const vector = byId(id);
    const xml = String(vector.input.xml).replace(from, to);
    expect(xml).not.toBe(vector.input.xml);
    return { ...vector, input: { ...vector.input, xml } };
  };

  test("captured for a captured order, not found for an unknown one", () => {
    const captured = altered("garanti-response-05", "WAITINGPOSTAUTH", "APPROVED");
    expect(reproduce(captured)).toMatchObject({ found: true, state: "captured", bank_state: "APPROVED" });
    const none = altered("garanti-response-05", "<Status>WAITINGPOSTAUTH</Status>", "<Status></Status>");
    expect(reproduce(none)).toMatchObject({ found: false, order_id: "2024010649DF", proc_return_code: "00" });
    const unmasked = altered("garanti-response-05", "37562400****036", "null");
    expect(reproduce(unmasked)).toMatchObject({ masked_card: null });
  });

  test("returns one transaction for each record of a history, in the bank's order", () => {
    const line = "<OrderTxn><Type>sales</Type><Status>00</Status><AuthAmount>101</AuthAmount></OrderTxn>";
    const list = `<OrderHistInqResult><OrderTxnList>${line}</OrderTxnList></OrderHistInqResult></Order>`;
    const vector = { ...altered("garanti-response-09", "</Order>", list), parser: "history" };
    expect(reproduce(vector)).toMatchObject({
      found: true,
      order_id: "4354353454",
      count: 1,
      transactions: [{ record: "sale", captured_amount_minor: 101, approved: false }],
    });
    expect(reproduce({ ...byId("garanti-response-09"), parser: "history" })).toMatchObject({ found: false });
  });

  test("returns nothing for a document that is not an answer, or for a kind that the family does not have", () => {
    expect(reproduce(altered("garanti-response-09", "GVPSResponse", "Other"))).toEqual({});
    expect(reproduce({ ...byId("garanti-response-09"), kind: "resolve" })).toEqual({});
  });
});
