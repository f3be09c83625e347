import { expect, test } from "vitest";
import type { Secret } from "@/server/domain/secret";
import type { BankAccount, Operation, Outcome } from "./bank";
import { garanti } from "./garanti";
import { ownHostCodes, reasonCodes } from "./garanti/codes";
import { finalHostCodes, hostCodes } from "./host-codes";
import { nestpay } from "./nestpay";
import { refusalCodes as nestpayCodes, openCodes as nestpayOpen } from "./nestpay/codes";
import { payfor } from "./payfor";
import { isDoubtful, refusalCodes as payforCodes, openCodes as payforOpen } from "./payfor/codes";
import { posnet } from "./posnet";
import { operationCodes, refusalCodes as posnetCodes } from "./posnet/codes";

// Every code of each dictionary through the decoder of its protocol.

const orderId = "ABCDEFGHJK23456789ZZ";
const secret = { reveal: () => "10,10,10,10,10,10,10,10" } as unknown as Secret;
const account = {
  bank: "isbank",
  merchantId: "6706598320",
  terminalNo: "67005551",
  user: "9644",
  password: secret,
  storeKey: secret,
  endpoints: { gate: "https://gate.test", api: "https://api.test" },
} satisfies BankAccount;

const order = { orderId, amountKurus: 100n, installment: 1 };
const placed = { orderId, references: { authCode: null, rrn: null, transactionId: null }, buyerIp: "192.0.2.1" };
const capture = { kind: "capture", order, proofs: {} } as unknown as Operation;
const voidIt = { kind: "void", ...placed, amountKurus: 100n } as Operation;
const credit = { kind: "credit", ...placed, amountKurus: 100n, refundKey: "R" } as Operation;
const prepare = { kind: "prepare", order } as unknown as Operation;

const xml = (text: string) => ({
  status: 200,
  contentType: "text/xml; charset=utf-8",
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
});
const message = "RED 51";

const askNestpay = (word: string, code: string, errorCode: string): Outcome =>
  nestpay.decode(
    voidIt,
    xml(
      `<CC5Response><OrderId>${orderId}</OrderId><Response>${word}</Response><ProcReturnCode>${code}</ProcReturnCode>` +
        `<ErrMsg>${message}</ErrMsg><Extra><ERRORCODE>${errorCode}</ERRORCODE></Extra></CC5Response>`,
    ),
    account,
  );

const askGaranti = (source: string, code: string, reason: string): Outcome =>
  garanti.decode(
    voidIt,
    xml(
      `<GVPSResponse><Order><OrderID>${orderId}</OrderID></Order><Transaction><Response><Source>${source}</Source>` +
        `<Code>${code}</Code><ReasonCode>${reason}</ReasonCode><Message>Declined</Message>` +
        `<ErrorMsg>${message}</ErrorMsg></Response></Transaction></GVPSResponse>`,
    ),
    account,
  );

const askPosnet = (operation: Operation, code: string): Outcome =>
  posnet.decode(
    operation,
    xml(
      `<posnetResponse><approved>0</approved><respCode>${code}</respCode><respText>${message}</respText></posnetResponse>`,
    ),
    account,
  );

const askPayfor = (code: string): Outcome =>
  payfor.decode(
    voidIt,
    xml(
      `<PayforResponse><TransId>${orderId}</TransId><ProcReturnCode>${code}</ProcReturnCode>` +
        `<ErrMsg>${message}</ErrMsg></PayforResponse>`,
    ),
    account,
  );

const declined = (reason: string, bankCode: string) => ({
  kind: "declined",
  reason,
  bankCode,
  bankMessage: message,
});

test("nestpay reads every code of its own and of the host", () => {
  for (const [code, { reason }] of nestpayCodes) {
    expect(askNestpay("Error", "99", code), code).toEqual(declined(reason, code));
  }
  for (const [code, { reason }] of [...nestpayCodes, ...nestpayOpen]) {
    expect(askNestpay("Declined", "99", code), code).toEqual(declined(reason, code));
  }
  for (const [code, { reason }] of hostCodes) {
    expect(askNestpay("Declined", code, ""), code).toEqual(declined(reason, code));
    expect(askNestpay("Declined", "99", `ISO8583-${code}`), code).toEqual(declined(reason, `ISO8583-${code}`));
  }
  expect(askNestpay("Declined", "88", "CORE-9999")).toEqual(declined("unknown", "CORE-9999"));
});

test("garanti reads every reason of code 92 and every code of the host", () => {
  for (const [code, { reason }] of reasonCodes) {
    expect(askGaranti("GVPS", "92", code), code).toEqual(declined(reason, `92-${code}`));
  }
  for (const [code, { reason }] of new Map([...hostCodes, ...ownHostCodes])) {
    if (code === "68") continue;
    expect(askGaranti("HOST", code, code), code).toEqual(declined(reason, code));
  }
  expect(askGaranti("HOST", "88", "88")).toEqual(declined("unknown", "88"));
});

test("posnet reads every code of each call, and of the host", () => {
  const own = (operation: Operation) => operationCodes[operation.kind as "void"];
  for (const operation of [voidIt, credit, prepare]) {
    for (const [code, { reason }] of new Map([...posnetCodes, ...own(operation)])) {
      expect(askPosnet(operation, code), `${operation.kind} ${code}`).toEqual(declined(reason, code));
    }
  }
  for (const [code, { reason }] of posnetCodes) {
    expect(askPosnet(capture, code), code).toEqual(declined(reason, code));
  }
  expect([...posnetCodes.keys()]).toEqual(
    expect.arrayContaining([...finalHostCodes].filter((code) => code !== "09").map((code) => `00${code}`)),
  );
});

test("payfor reads every code of the gateway and of the host that refuses", () => {
  for (const [code, { reason }] of new Map([...hostCodes, ...payforOpen, ...payforCodes])) {
    const outcome = isDoubtful("void", code) ? { kind: "unknown", cause: "not_understood" } : declined(reason, code);
    expect(askPayfor(code), code).toEqual(outcome);
  }
  expect(askPayfor("88")).toEqual(declined("unknown", "88"));
});
