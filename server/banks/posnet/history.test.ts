import { describe, expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import { parseWireAmount } from "@/server/domain/money";
import { account, answerText, history, inquire, laterOrderId, toResponse } from "@/server/testing/banks/posnet-order";
import { decode } from "./response";

// A refund of unknown outcome is compared with the history, so a line that is read wrongly would count money wrongly.

interface Line {
  readonly state?: string;
  readonly amount?: string;
  readonly txnStatus?: string;
  readonly orderID?: string;
  readonly currencyCode?: string;
  readonly minute?: number | null;
  readonly tranDate?: string;
  readonly hostlogkey?: string;
}

const line = ({ minute = 0, ...rest }: Line) => {
  const texts = {
    orderID: laterOrderId,
    ccno: "4506 34** **** 8942",
    amount: "1,00",
    currencyCode: "TL",
    authCode: "504289",
    tranDate: minute === null ? "" : `2026-11-20 12:${String(minute).padStart(2, "0")}:00.000`,
    state: "Sale",
    txnStatus: "1",
    hostlogkey: "021450428990000191",
    ...rest,
  };
  return ["transaction", Object.entries(texts)] as const;
};

/** Decodes a list of lines, given newest first as the bank lists them. */
const listed = (operation: Operation, lines: readonly Line[], approved = "1", respCode = "") =>
  decode(
    operation,
    toResponse(answerText([...Object.entries({ approved, respCode }), ["transactions", lines.map(line)]])),
    account,
  );

const references = { authCode: "504289", rrn: null, transactionId: "021450428990000191" };
/** Returns a line's time in UTC; in Istanbul it is 12 o'clock and that many minutes. */
const atMinute = (minute: number | null) => (minute === null ? undefined : new Date(Date.UTC(2026, 10, 20, 9, minute)));
const approved = (kind: string, amountKurus: bigint, minute: number | null) => ({
  kind,
  approved: true,
  amountKurus,
  references,
  at: atMinute(minute),
});
const refused = (kind: string, amountKurus = 100n) => ({ kind, approved: false, amountKurus });
const notUnderstood = { kind: "unknown", cause: "not_understood" };

const sale: Line = { amount: "10,00" };
const back = (amount: string, minute: number): Line => ({ state: "Return", amount, minute });

describe("history", () => {
  test("returns records oldest first, one for each credit, and refused ones as not approved", () => {
    const lines = [back("3,00", 9), { ...back("5,00", 5), txnStatus: "0" }, back("3,00", 2), sale];
    expect(listed(history, lines)).toEqual({
      kind: "history",
      records: [
        approved("sale", 1000n, 0),
        approved("credit", 300n, 2),
        refused("credit", 500n),
        approved("credit", 300n, 9),
      ],
    });
  });

  test("sorts by the bank's times, and by the list's order when a time is missing", () => {
    const withTimes = (ofSale: number | null, first: number | null, second: number | null) => ({
      kind: "history",
      records: [approved("sale", 1000n, ofSale), approved("credit", 100n, first), approved("credit", 200n, second)],
    });
    expect(listed(history, [sale, back("1,00", 1), back("2,00", 2)])).toEqual(withTimes(0, 1, 2));
    const timeless = [back("2,00", 2), back("1,00", 1), sale].map((one) => ({ ...one, minute: null }));
    expect(listed(history, timeless)).toEqual(withTimes(null, null, null));
    const partly = [{ ...back("2,00", 0), minute: null }, back("1,00", 1), { ...sale, minute: 30 }];
    expect(listed(history, partly)).toEqual(withTimes(30, 1, null));
  });

  test.each(["Reverse", "Sale_Reverse"])(
    "returns a sale and its void as two records, whether or not the sale still counts (%s)",
    (state) => {
      const voidLine: Line = { ...sale, state, minute: 5 };
      const records = [approved("sale", 1000n, 0), approved("void", 1000n, 5)];
      expect(listed(history, [voidLine, sale])).toEqual({ kind: "history", records });
      expect(listed(history, [voidLine, { ...sale, txnStatus: "0" }])).toEqual({ kind: "history", records });
    },
  );

  test("assigns a void to the later of two sales of the same amount", () => {
    const first = { ...sale, txnStatus: "0", hostlogkey: "1" };
    const second = { ...sale, txnStatus: "0", minute: 2 };
    expect(listed(history, [{ ...sale, state: "Reverse", minute: 5 }, second, first])).toEqual({
      kind: "history",
      records: [refused("sale", 1000n), approved("sale", 1000n, 2), approved("void", 1000n, 5)],
    });
  });

  test("keeps the sale approved after a refused void, and approves a later credit", () => {
    const lines = [back("1,00", 6), { ...sale, state: "Reverse", txnStatus: "0", minute: 5 }, sale];
    expect(listed(history, lines)).toEqual({
      kind: "history",
      records: [approved("sale", 1000n, 0), refused("void", 1000n), approved("credit", 100n, 6)],
    });
  });
});

const undone = (amount: string): Line => ({ ...back(amount, 5), txnStatus: "0" });

describe("a credit that was refused or undone, and a void", () => {
  const voided = { kind: "voided" };
  test("voided where the void names the sale, or is not of the credit's amount", () => {
    const named = [{ ...sale, state: "Sale_Reverse", minute: 6 }, undone("10,00"), sale];
    expect(listed(inquire, named)).toEqual(voided);
    const ofSale = [{ ...sale, state: "Reverse", minute: 6 }, undone("3,00"), sale];
    expect(listed(inquire, ofSale)).toEqual(voided);
    expect(listed(history, ofSale)).toEqual({
      kind: "history",
      records: [approved("sale", 1000n, 0), refused("credit", 300n), approved("void", 1000n, 6)],
    });
  });
});

describe("inquiry", () => {
  test("unknown (reversal_shown) after a credit that counts: the history says how much it was", () => {
    for (const credits of [[back("3,00", 5)], [back("10,00", 5)], [back("3,00", 6), back("3,00", 5)]]) {
      expect(listed(inquire, [...credits, sale])).toEqual({ kind: "unknown", cause: "reversal_shown" });
    }
  });

  test("paid with the sale's amount, references and time, also after a credit that does not count", () => {
    const paid = { kind: "paid", amountKurus: 1000n, references, at: atMinute(0) };
    expect(listed(inquire, [sale])).toEqual(paid);
    expect(listed(inquire, [{ ...back("10,00", 5), txnStatus: "0", hostlogkey: "0" }, sale])).toEqual(paid);
    const declinedFirst = [
      { ...sale, minute: 5 },
      { ...sale, txnStatus: "0" },
    ];
    expect(listed(inquire, declinedFirst)).toEqual({ ...paid, at: atMinute(5) });
    const garbled = [{ ...sale, tranDate: "2026-11-31 12:00:00.000" }];
    expect(listed(inquire, garbled)).toEqual({ ...paid, at: undefined });
    const refusedVoid = [{ ...sale, state: "Reverse", txnStatus: "0", minute: 5 }, sale];
    expect(listed(inquire, refusedVoid)).toEqual(paid);
  });

  test("voided for a sale with a void; declined for a sale that does not count", () => {
    const voidLine: Line = { ...sale, state: "Sale_Reverse", minute: 5 };
    expect(listed(inquire, [voidLine, { ...sale, txnStatus: "0" }])).toEqual({ kind: "voided" });
    expect(listed(inquire, [voidLine, sale])).toEqual({ kind: "voided" });
    const declined = { kind: "declined", reason: "unknown", bankCode: "txnStatus-0" };
    expect(listed(inquire, [{ ...sale, txnStatus: "0" }])).toEqual(declined);
    for (const state of ["Return", "Reverse"]) {
      const later = { ...sale, state, txnStatus: "0", minute: 5 };
      expect(listed(inquire, [later, { ...sale, txnStatus: "0" }])).toEqual(notUnderstood);
    }
  });
});

describe.each([
  ["an inquiry", inquire],
  ["a history", history],
])("%s", (_, operation) => {
  test.each([
    ["an unknown state", [{ state: "VFT_Sale" }]],
    ["a state that is a property of every object", [{ state: "constructor" }]],
    ["a pre-authorisation", [{ state: "Auth" }]],
    ["a pre-authorisation by its full name", [{ state: "Authorization" }]],
    ["a pre-authorisation's capture", [{ state: "Capture" }]],
    ["a reversed credit", [{ state: "Return_Reverse", minute: 6 }, back("1,00", 5), sale]],
    ["no state", [{ state: "" }]],
    ["an invalid status", [{ txnStatus: "Y" }]],
    ["no amount", [{ amount: "" }]],
    ["an amount of zero", [{ amount: "0,00" }]],
    ["an amount with a dot, which may separate thousands", [{ amount: "1.000" }]],
    ["two sales that count", [sale, sale]],
    ["a reversal that may be the credit's", [{ ...sale, state: "Reverse", minute: 6 }, undone("10,00"), sale]],
    ["two voids", [{ ...sale, state: "Reverse" }, { ...sale, state: "Reverse" }, sale]],
    ["a void of another amount", [{ ...sale, state: "Reverse", amount: "9,00" }, sale]],
    ["a void without a sale", [{ ...sale, state: "Reverse" }]],
    ["a credit without a sale", [back("1,00", 1)]],
    ["a credit of a voided sale", [back("1,00", 6), { ...sale, state: "Reverse" }, sale]],
    ["an empty list", []],
  ])("unknown for %s", (_what, lines: readonly Line[]) => {
    expect(listed(operation, lines)).toEqual(notUnderstood);
  });

  test.each([
    ["another order", { orderID: "TDSCORDER000000000000009" }],
    ["another prefix", { orderID: laterOrderId.replace("TDSC", "TDS_") }],
    ["no order", { orderID: "" }],
    ["another currency", { currencyCode: "US" }],
  ])("unknown (mismatch) for a line with %s", (_what, odd) => {
    expect(listed(operation, [back("1,00", 5), { ...sale, ...odd }])).toEqual({
      kind: "unknown",
      cause: "mismatch",
    });
  });

  test("not found for the bank's code of it without a list", () => {
    const none = { approved: "0", respCode: "0123", respText: "ORJINAL ISLEM BULUNAMADI 0123" };
    const decodeTexts = (elements: Readonly<Record<string, string>>) =>
      decode(operation, toResponse(answerText(Object.entries(elements))), account);
    expect(decodeTexts(none)).toEqual({ kind: "not_found" });
    expect(listed(operation, [], "0", "0123")).toEqual({ kind: "not_found" });
    expect(listed(operation, [sale], "0", "0123")).toEqual(notUnderstood);
    expect(decodeTexts({ ...none, approved: "1" })).toEqual(notUnderstood);
    expect(decodeTexts({ ...none, respCode: "0148" })).toEqual(notUnderstood);
    expect(decodeTexts({ ...none, approved: "" })).toEqual(notUnderstood);
    expect(decodeTexts({ approved: "1" })).toEqual(notUnderstood);
    expect(listed(operation, [sale], "")).toEqual(notUnderstood);
  });

  test("compares the order id with the prefix of the shop's agreement", () => {
    const shop = { ...account, orderPrefix: "TDS_" };
    const lineFor = (orderID: string) => line({ ...sale, orderID });
    const read = (orderID: string) =>
      decode(
        operation,
        toResponse(
          answerText([
            ["approved", "1"],
            ["transactions", [lineFor(orderID)]],
          ]),
        ),
        shop,
      );
    expect(read(laterOrderId.replace("TDSC", "TDS_")).kind).not.toBe("unknown");
    expect(read(laterOrderId)).toEqual({ kind: "unknown", cause: "mismatch" });
  });

  test("unknown for a list that contains other elements", () => {
    const odd = answerText([
      ["approved", "1"],
      ["transactions", [line(sale), ["trace", "1"]]],
    ]);
    expect(decode(operation, toResponse(odd), account)).toEqual(notUnderstood);
  });
});

test.each([
  ["1,16", 116n],
  ["0,05", 5n],
  ["40", 4000n],
  ["12,5", 1250n],
  ["1.250,50", 125050n],
  ["12.345.678,90", 1234567890n],
  ["1250,50", 125050n],
  ["1.25", null],
  ["1.250", null],
  ["12.50,00", null],
  ["1,160", null],
  [",16", null],
  ["-1,16", null],
  ["1,16 TL", null],
  ["1e3", null],
  ["", null],
])("reads %j as %s kuruş", (text, kurus) => expect(parseWireAmount(text, "turkish")).toBe(kurus));
