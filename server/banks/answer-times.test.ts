import { describe, expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import type { BankAccount, Operation, OperationKind, Protocol } from "./bank";
import { buildPlacedOrder } from "./conformance/conformance-subject";
import { chargeMac } from "./posnet/hash";
import { createBanks } from "./registry";

const banks = createBanks();
const orderId = "ABCDEFGHJK23456789ZZ";
const order = {
  orderId,
  amountKurus: 100n,
  installment: 1,
  language: "tr",
  callbackUrl: "",
  nonce: "",
  buyerIp: "",
} as const;
const onRecord = buildPlacedOrder(orderId);
const operations: Readonly<Partial<Record<OperationKind, Operation>>> = {
  capture: { kind: "capture", order, proofs: {} },
  void: { kind: "void", ...onRecord, amountKurus: 100n },
  credit: { kind: "credit", ...onRecord, amountKurus: 100n, refundKey: "R" },
  inquire: { kind: "inquire", ...onRecord },
  history: { kind: "history", ...onRecord },
};
const account: BankAccount = {
  bank: "yapikredi",
  merchantId: "6706598320",
  terminalNo: "67005551",
  user: "9644",
  password: new Secret("PASSWORD"),
  storeKey: new Secret("10,20,30,40,50,60,70,80"),
  endpoints: { gate: "https://bank.example/gate", api: "https://bank.example/api" },
};

/** Returns the time in a decoded answer; for a history, the time of each record. */
function timesIn(protocol: Protocol, kind: OperationKind, xml: string) {
  const operation = operations[kind];
  if (operation === undefined) throw new RangeError(kind);
  const response = { status: 200, contentType: "text/xml", body: Buffer.from(xml) };
  const outcome = banks.getConnector(protocol).decode(operation, response, account);
  if (outcome.kind === "history") return outcome.records.map(({ at }) => at?.toISOString() ?? null);
  expect(outcome.kind).toMatch(/^(approved|paid)$/);
  return "at" in outcome ? (outcome.at?.toISOString() ?? null) : null;
}

const cc5 = (extra: string) =>
  `<CC5Response><OrderId>${orderId}</OrderId><Response>Approved</Response><ProcReturnCode>00</ProcReturnCode>` +
  `<Extra>${extra}</Extra></CC5Response>`;
const cc5Status = (times: string) =>
  cc5(
    `<ORD_ID>${orderId}</ORD_ID><CHARGE_TYPE_CD>S</CHARGE_TYPE_CD><TRANS_STAT>C</TRANS_STAT>` +
      `<CAPTURE_AMT>100</CAPTURE_AMT>${times}`,
  );
const gvps = (found: string, time: string) =>
  `<GVPSResponse><Order><OrderID>${orderId}</OrderID>${found}</Order><Transaction><Response><Code>00</Code></Response>` +
  `<ProvDate>${time}</ProvDate></Transaction></GVPSResponse>`;
const gvpsStatus = (authDate: string) =>
  gvps(
    `<OrderInqResult><ChargeType>S</ChargeType><Status>APPROVED</Status><AuthAmount>100</AuthAmount><AuthDate>${authDate}</AuthDate></OrderInqResult>`,
    "20261121 10:00:00",
  );
const gvpsHistory = (type: string, dates: string) =>
  gvps(
    `<OrderHistInqResult><OrderTxnList><OrderTxn><Type>${type}</Type><Status>00</Status><ReturnCode>00</ReturnCode>` +
      `<AuthAmount>100</AuthAmount>${dates}</OrderTxn></OrderTxnList></OrderHistInqResult>`,
    "20261121 10:00:00",
  );
const macOfCapture = chargeMac(
  "0211",
  { xid: orderId, amount: "100", currency: "TL" },
  { mid: account.merchantId, tid: account.terminalNo, encKey: account.storeKey.reveal() },
);
const posnet = (time: string) =>
  `<posnetResponse><approved>1</approved><hostlogkey>0211</hostlogkey><mac>${macOfCapture}</mac><tranDate>${time}</tranDate></posnetResponse>`;
const posnetList = (time: string) =>
  `<posnetResponse><approved>1</approved><transactions><transaction><orderID>TDSC${orderId}</orderID><amount>1,00</amount>` +
  `<state>Sale</state><txnStatus>1</txnStatus><tranDate>${time}</tranDate></transaction></transactions></posnetResponse>`;
const payfor = (record: string) =>
  `<PayforResponse><ProcReturnCode>00</ProcReturnCode><TransId>${orderId}</TransId>${record}</PayforResponse>`;
const payforStatus = (time: string) =>
  payfor(
    `<OrderId>${orderId}</OrderId><TxnType>Auth</TxnType><TxnStatus>Y</TxnStatus><PurchAmount>1.00</PurchAmount>` +
      `<Currency>949</Currency><InsertDatetime>${time}</InsertDatetime>`,
  );

/** Each place in which a protocol gives the time of an operation, and an example of the bank's spelling there. */
const places: readonly (readonly [Protocol, OperationKind, write: (time: string) => string, text: string])[] = [
  ["nestpay", "capture", (time) => cc5(`<TRXDATE>${time}</TRXDATE>`), "20261120 23:59:59"],
  ["nestpay", "void", (time) => cc5(`<TRXDATE>${time}</TRXDATE>`), "20261120 23:59:59"],
  ["nestpay", "credit", (time) => cc5(`<TRXDATE>${time}</TRXDATE>`), "20261120 23:59:59"],
  ["nestpay", "inquire", (time) => cc5Status(`<CAPTURE_DTTM>${time}</CAPTURE_DTTM>`), "2026-11-20 23:59:59.001"],
  ["nestpay", "inquire", (time) => cc5Status(`<AUTH_DTTM>${time}</AUTH_DTTM>`), "2026-11-20 23:59:59.001"],
  ["garanti", "capture", (time) => gvps("", time), "20261120 23:59:59"],
  ["garanti", "void", (time) => gvps("", time), "20261120 23:59:59"],
  ["garanti", "credit", (time) => gvps("", time), "20261120 23:59:59"],
  ["garanti", "inquire", gvpsStatus, "2026-11-20 23:59:59.001"],
  ["posnet", "capture", posnet, "261120235959"],
  ["posnet", "void", posnet, "261120235959"],
  ["posnet", "credit", posnet, "261120235959"],
  ["posnet", "inquire", posnetList, "2026-11-20 23:59:59.001"],
  ["payfor", "capture", (time) => payfor(`<InsertDatetime>${time}</InsertDatetime>`), "20.11.2026 23:59:59"],
  ["payfor", "inquire", payforStatus, "20.11.2026 23:59:59"],
];

describe.each(places)("%s, %s", (protocol, kind, write, text) => {
  test("returns the bank's time in whole seconds", () => {
    expect(timesIn(protocol, kind, write(text))).toBe("2026-11-20T20:59:59.000Z");
  });

  test.each(["", "20261120", "31.11.2026 10:00:00", "20261131 10:00:00", "261131100000", "yesterday"])(
    "returns the same outcome without a time where the bank writes %j",
    (garbage) => {
      expect(timesIn(protocol, kind, write(garbage))).toBeNull();
    },
  );
});

describe("returns no time of the sale", () => {
  test("for Garanti's ProvDate in an inquiry, which is the time of the inquiry", () => {
    expect(timesIn("garanti", "inquire", gvpsStatus(""))).toBeNull();
  });
});

describe("history", () => {
  test.each([
    ["sales", "<AuthDate>20261120</AuthDate>", null],
    ["sales", "<AuthDate>2026-11-20 23:59:59.001</AuthDate>", "2026-11-20T20:59:59.000Z"],
    [
      "void",
      "<AuthDate>2026-11-20 12:00:00.000</AuthDate><VoidDate>2026-11-20 23:59:59.001</VoidDate>",
      "2026-11-20T20:59:59.000Z",
    ],
    ["void", "<AuthDate>2026-11-20 12:00:00.000</AuthDate><VoidDate>20261120</VoidDate>", null],
  ])("reads the time of Garanti's record of type %s with %s", (type, dates, instant) => {
    expect(timesIn("garanti", "history", gvpsHistory(type, dates))).toEqual([instant]);
  });

  test("reads the times of PosNet's and PayFor's records", () => {
    const instant = "2026-11-20T20:59:59.000Z";
    expect(timesIn("posnet", "history", posnetList("2026-11-20 23:59:59.281"))).toEqual([instant]);
    const record = payforStatus("2026-11-20T23:59:59.1234567+03:00").replaceAll("PayforResponse", "PaymentRequest");
    expect(timesIn("payfor", "history", `<TxnHistoryReport>${record}</TxnHistoryReport>`)).toEqual([instant]);
  });
});
