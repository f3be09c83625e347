import { describe, expect, test } from "vitest";
import type { BankAccount, WireResponse } from "@/server/banks/bank";
import { signs as garanti } from "@/server/banks/garanti/signs";
import { signs as nestpay } from "@/server/banks/nestpay/signs";
import { signs as payfor } from "@/server/banks/payfor/signs";
import { signs as posnet } from "@/server/banks/posnet/signs";
import { Secret } from "@/server/domain/secret";
import { readProbe } from "./read-probe";

const account: BankAccount = {
  bank: "isbank",
  merchantId: "1",
  terminalNo: "1",
  user: "u",
  password: new Secret("p"),
  storeKey: new Secret("k"),
  endpoints: { gate: "https://bank.example/gate", api: "https://bank.example/api" },
};
const readers = { nestpay, garanti, posnet, payfor };
const answer = (body: string, status = 200): WireResponse => ({
  status,
  contentType: "text/xml",
  body: Buffer.from(body),
});

/** Well-formed answers with a code that no table of ours has. */
const strange = {
  nestpay: "<CC5Response><Response>Error</Response><ProcReturnCode>99</ProcReturnCode><ErrMsg>?</ErrMsg></CC5Response>",
  garanti:
    "<GVPSResponse><Order/><Transaction><Response><Code>92</Code><ReasonCode>0999</ReasonCode></Response></Transaction></GVPSResponse>",
  posnet: "<posnetResponse><approved>0</approved><respCode>0999</respCode><respText>?</respText></posnetResponse>",
  payfor: "<PayforResponse><ProcReturnCode>V999</ProcReturnCode></PayforResponse>",
};

describe.each(Object.keys(readers) as (keyof typeof readers)[])("%s", (protocol) => {
  const read = (response: WireResponse, kind: "inquire" | "history" | "void" | "credit" = "inquire") =>
    readProbe(readers[protocol], { kind, orderId: "O1", buyerIp: "192.0.2.1" }, response, account).sign;

  test.each(["inquire", "history", "void", "credit"] as const)("is unknown for a strange answer to %s", (kind) => {
    expect(read(answer(strange[protocol]), kind)).toBe("unknown");
  });

  test("is unknown for what is no message, and names the address for a page of a website", () => {
    for (const body of ["", "{}", "<a><b></a>", "<Other/>"]) expect(read(answer(body))).toBe("unknown");
    expect(read(answer("<!DOCTYPE html><p>Bank</p>"))).toBe("api_address_wrong");
  });

  test.each([
    [301, "api_address_wrong"],
    [302, "api_address_wrong"],
    [404, "api_address_wrong"],
    [403, "unknown"],
    [500, "bank_unavailable"],
    [503, "bank_unavailable"],
  ] as const)("reads HTTP %i as %s, whatever the body says", (status, sign) => {
    expect(read(answer(strange[protocol], status))).toBe(sign);
  });
});
