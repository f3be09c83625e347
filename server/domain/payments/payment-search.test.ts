import { describe, expect, test } from "vitest";
import { maxAmountKurus } from "../money";
import { holdsCardNumber, parseAmountText, readPaymentSearch } from "./payment-search";

describe("parseAmountText", () => {
  test.each([
    ["1.250,50", 125_050n],
    ["1,250.50", 125_050n],
    ["1250.50", 125_050n],
    ["1250,5", 125_050n],
    ["1250", 125_000n],
    ["1.250", 125_000n],
    ["1,250", 125_000n],
    ["1 250,50", 125_050n],
    ["1.25", 125n],
    ["12.345.678", null],
    ["1.234.567,89", 123_456_789n],
    ["0,01", 1n],
    ["1.250,50 TL", 125_050n],
    ["TRY 1,250.50", 125_050n],
    ["₺99", 9_900n],
    ["10.000.000", maxAmountKurus],
    ["10.000.000,01", null],
    ["0", null],
    ["0,00", null],
    ["-5", null],
    ["1.250.50", null],
    ["1,250,50", null],
    ["12.50.00", null],
    ["1.2500", null],
    ["1.", null],
    ["1.TL", null],
    ["1250 50", null],
    ["12 34", null],
    ["1₺1", null],
    ["12 345 678,9", null],
    ["2 345 678,9", 234_567_890n],
    [",50", null],
    ["1e3", null],
    ["12345678901", null],
    ["", null],
    ["١٢", null],
    ["TL", null],
  ])("%s", (text, kurus) => expect(parseAmountText(text)).toBe(kurus));
});

describe("readPaymentSearch", () => {
  const nothing = { paymentCode: null, linkId: null, cardLast4: null, amountKurus: null, bankReference: null };
  const id = "01K8Z3W2M7N8P9Q0R1S2T3V4W5";

  test("null for a blank text", () => expect(readPaymentSearch("  ")).toBeNull());

  test.each([
    [` pay_${id} `, { paymentCode: `pay_${id}`, partnerTxCodeStart: `pay_${id}` }],
    [`PAY_${id.toLowerCase()}`, { paymentCode: `pay_${id}`, partnerTxCodeStart: `PAY_${id.toLowerCase()}` }],
    [`pl_${id}`, { linkId: `pl_${id}`, partnerTxCodeStart: `pl_${id}` }],
    [`rf_${id}`, { partnerTxCodeStart: `rf_${id}` }],
    ["pay_123", { partnerTxCodeStart: "pay_123" }],
    ["ORDER-1", { partnerTxCodeStart: "ORDER-1" }],
    ["1250", { cardLast4: "1250", amountKurus: 125_000n, bankReference: "1250", partnerTxCodeStart: "1250" }],
    ["0008", { cardLast4: "0008", amountKurus: 800n, bankReference: "0008", partnerTxCodeStart: "0008" }],
    ["p12345", { bankReference: "P12345", partnerTxCodeStart: "p12345" }],
    ["9F4K2M7Q8R3T5V6W1X2Y", { bankReference: "9F4K2M7Q8R3T5V6W1X2Y", partnerTxCodeStart: "9F4K2M7Q8R3T5V6W1X2Y" }],
    ["١٢٣٤", { partnerTxCodeStart: "١٢٣٤" }],
    ["12505", { amountKurus: 1_250_500n, bankReference: "12505", partnerTxCodeStart: "12505" }],
  ])("%s", (text, meant) => expect(readPaymentSearch(text)).toEqual({ ...nothing, ...meant }));
});

describe("holdsCardNumber", () => {
  test.each([
    "5528790000000008",
    "5528 7900 0000 0008",
    "5528-7900-0000-0008",
    "kart: 5528 7900 0000 0008 12/30",
    "12/30 5528790000000008",
    "374245455400126",
    "TR33 0006 1005 1978 6457 8413 26",
  ])("true for %s", (text) => expect(holdsCardNumber(text)).toBe(true));

  test.each([
    "ORDER-1042",
    "0008",
    "552879",
    "5528790000000007",
    "20261122104512345678",
    "order-00a6aaa6-a653-4427-bb71-d980450de0f0",
    "pay_01M827ZG96MGYFW40WJKGA9KSZ",
    "1.250.000,50",
  ])("false for %s", (text) => expect(holdsCardNumber(text)).toBe(false));
});
