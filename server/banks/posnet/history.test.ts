import { describe, expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import {
  account,
  answerText,
  history,
  inquire,
  laterId,
  responseOf,
} from "@/server/testing/banks/posnet-order";
import { decode } from "./response";
import { readAmount } from "./status";

/** What a refund of unknown outcome is compared with: a line that is read wrongly is money that is counted wrongly. */

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
    orderID: laterId,
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

/** Newest first, as the bank lists them. */
const listed = (operation: Operation, lines: readonly Line[], approved = "1", respCode = "") =>
  decode(
    operation,
    responseOf(answerText([...Object.entries({ approved, respCode }), ["transactions", lines.map(line)]])),
    account,
  );

const references = { authCode: "504289", rrn: null, transactionId: "021450428990000191" };
/** The bank's own time of a line, in Istanbul 12 o'clock and so many minutes. UTC */
const atMinute = (minute: number | null) =>
  minute === null ? undefined : new Date(Date.UTC(2026, 10, 20, 9, minute));
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
  test("records come oldest first, each credit one of its own, refused ones as refused", () => {
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

  test("the bank's times decide; without them the order of the list", () => {
    const withTimes = (ofSale: number | null, first: number | null, second: number | null) => ({
      kind: "history",
      records: [
        approved("sale", 1000n, ofSale),
        approved("credit", 100n, first),
        approved("credit", 200n, second),
      ],
    });
    expect(listed(history, [sale, back("1,00", 1), back("2,00", 2)])).toEqual(withTimes(0, 1, 2));
    const timeless = [back("2,00", 2), back("1,00", 1), sale].map((one) => ({ ...one, minute: null }));
    expect(listed(history, timeless)).toEqual(withTimes(null, null, null));
    const partly = [{ ...back("2,00", 0), minute: null }, back("1,00", 1), { ...sale, minute: 30 }];
    expect(listed(history, partly)).toEqual(withTimes(30, 1, null));
  });

  test.each(["Reverse", "Sale_Reverse"])(
    "a void is a record beside its sale, whether that counts on or no longer (%s)",
    (state) => {
      const undone: Line = { ...sale, state, minute: 5 };
      const records = [approved("sale", 1000n, 0), approved("void", 1000n, 5)];
      expect(listed(history, [undone, sale])).toEqual({ kind: "history", records });
      expect(listed(history, [undone, { ...sale, txnStatus: "0" }])).toEqual({ kind: "history", records });
    },
  );

  test("of two sales of one amount the later one is the one that was voided", () => {
    const first = { ...sale, txnStatus: "0", hostlogkey: "1" };
    const second = { ...sale, txnStatus: "0", minute: 2 };
    expect(listed(history, [{ ...sale, state: "Reverse", minute: 5 }, second, first])).toEqual({
      kind: "history",
      records: [refused("sale", 1000n), approved("sale", 1000n, 2), approved("void", 1000n, 5)],
    });
  });

  test("a refused void leaves the sale, and a credit after it counts", () => {
    const lines = [back("1,00", 6), { ...sale, state: "Reverse", txnStatus: "0", minute: 5 }, sale];
    expect(listed(history, lines)).toEqual({
      kind: "history",
      records: [approved("sale", 1000n, 0), refused("void", 1000n), approved("credit", 100n, 6)],
    });
  });
});

describe("inquiry", () => {
  test("paid with the sale's amount, references and time, whatever was credited since", () => {
    const paid = { kind: "paid", amountKurus: 1000n, references, at: atMinute(0) };
    expect(listed(inquire, [sale])).toEqual(paid);
    const credited = [{ ...back("3,00", 5), hostlogkey: "0" }, sale];
    expect(listed(inquire, credited)).toEqual(paid);
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

  test("voided for a sale that was undone; declined for one that does not count", () => {
    const undone: Line = { ...sale, state: "Sale_Reverse", minute: 5 };
    expect(listed(inquire, [undone, { ...sale, txnStatus: "0" }])).toEqual({ kind: "voided" });
    expect(listed(inquire, [undone, sale])).toEqual({ kind: "voided" });
    const declined = { kind: "declined", reason: "bank_error", bankCode: "txnStatus-0" };
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
    ["a state that is not known", [{ state: "VFT_Sale" }]],
    ["a state of all objects", [{ state: "constructor" }]],
    ["a pre-authorisation", [{ state: "Auth" }]],
    ["a pre-authorisation in full", [{ state: "Authorization" }]],
    ["a pre-authorisation's capture", [{ state: "Capture" }]],
    ["an undone credit", [{ state: "Return_Reverse", minute: 6 }, back("1,00", 5), sale]],
    ["no state", [{ state: "" }]],
    ["a status that is none", [{ txnStatus: "Y" }]],
    ["no amount", [{ amount: "" }]],
    ["an amount of nothing", [{ amount: "0,00" }]],
    ["an amount with a dot, which may be a thousand", [{ amount: "1.000" }]],
    ["two sales that count", [sale, sale]],
    ["two voids", [{ ...sale, state: "Reverse" }, { ...sale, state: "Reverse" }, sale]],
    ["a void of another amount", [{ ...sale, state: "Reverse", amount: "9,00" }, sale]],
    ["a void of nothing", [{ ...sale, state: "Reverse" }]],
    ["a credit of nothing", [back("1,00", 1)]],
    ["a credit of a voided sale", [back("1,00", 6), { ...sale, state: "Reverse" }, sale]],
    ["an empty list", []],
  ])("unknown for %s", (_what, lines: readonly Line[]) => {
    expect(listed(operation, lines)).toEqual(notUnderstood);
  });

  test.each([
    ["another order", { orderID: "TDSCORDER000000000000009" }],
    ["another prefix", { orderID: laterId.replace("TDSC", "TDS_") }],
    ["no order", { orderID: "" }],
    ["another currency", { currencyCode: "US" }],
  ])("unknown (mismatch) for a line of %s", (_what, odd) => {
    expect(listed(operation, [back("1,00", 5), { ...sale, ...odd }])).toEqual({
      kind: "unknown",
      cause: "mismatch",
    });
  });

  test("not found when the bank says so and lists nothing", () => {
    const none = { approved: "0", respCode: "0123", respText: "ORJINAL ISLEM BULUNAMADI 0123" };
    const said = (elements: Readonly<Record<string, string>>) =>
      decode(operation, responseOf(answerText(Object.entries(elements))), account);
    expect(said(none)).toEqual({ kind: "not_found" });
    expect(listed(operation, [], "0", "0123")).toEqual({ kind: "not_found" });
    expect(listed(operation, [sale], "0", "0123")).toEqual(notUnderstood);
    expect(said({ ...none, approved: "1" })).toEqual(notUnderstood);
    expect(said({ ...none, respCode: "0148" })).toEqual(notUnderstood);
    expect(said({ ...none, approved: "" })).toEqual(notUnderstood);
    expect(said({ approved: "1" })).toEqual(notUnderstood);
    expect(listed(operation, [sale], "")).toEqual(notUnderstood);
  });

  test("mismatch or not by the prefix of the shop's own agreement", () => {
    const shop = { ...account, orderPrefix: "TDS_" };
    const lineOf = (orderID: string) => line({ ...sale, orderID });
    const read = (orderID: string) =>
      decode(
        operation,
        responseOf(
          answerText([
            ["approved", "1"],
            ["transactions", [lineOf(orderID)]],
          ]),
        ),
        shop,
      );
    expect(read(laterId.replace("TDSC", "TDS_")).kind).not.toBe("unknown");
    expect(read(laterId)).toEqual({ kind: "unknown", cause: "mismatch" });
  });

  test("unknown for a list with anything else in it", () => {
    const odd = answerText([
      ["approved", "1"],
      ["transactions", [line(sale), ["trace", "1"]]],
    ]);
    expect(decode(operation, responseOf(odd), account)).toEqual(notUnderstood);
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
])("%j is %s kuruş", (text, kurus) => expect(readAmount(text)).toBe(kurus));
