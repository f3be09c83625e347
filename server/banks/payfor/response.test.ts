import { describe, expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import { order } from "@/server/testing/banks/payfor-order";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import { decode } from "./response";

const { orderId } = order;
const capture: Operation = { kind: "capture", order, proofs: { requestGuid: "1" } };
const voidIt: Operation = { kind: "void", ...buildPlacedOrder(orderId), amountKurus: 125050n };
const credit: Operation = { kind: "credit", ...buildPlacedOrder(orderId), amountKurus: 100n, refundKey: "R" };
const inquire: Operation = { kind: "inquire", ...buildPlacedOrder(orderId) };

function answer(operation: Operation, texts: Readonly<Record<string, string>>) {
  const elements = Object.entries(texts).map(([name, text]) => `<${name}>${text}</${name}>`);
  const xml = `<PayforResponse>${elements.join("")}</PayforResponse>`;
  return decode(operation, { status: 200, contentType: "text/xml", body: Buffer.from(xml) });
}

const unknown = (cause: string) => ({ kind: "unknown", cause });
const notUnderstood = unknown("not_understood");
const declined = (reason: string, bankCode: string) => ({ kind: "declined", reason, bankCode });

describe("money calls", () => {
  const result = (ProcReturnCode: string, more: Record<string, string> = {}) => ({
    ProcReturnCode,
    TransId: orderId,
    ...more,
  });

  test("approved with the bank's references; empty references are null", () => {
    for (const operation of [capture, voidIt, credit]) {
      expect(answer(operation, result("00", { AuthCode: "S31432", HostRefNum: "" }))).toEqual({
        kind: "approved",
        references: { authCode: "S31432", rrn: null, transactionId: null },
      });
    }
  });

  test("unknown (mismatch) for an approval that names another order or no order", () => {
    for (const operation of [capture, voidIt, credit]) {
      expect(answer(operation, result("00", { TransId: "OTHER" }))).toEqual(unknown("mismatch"));
      expect(answer(operation, { ProcReturnCode: "00" })).toEqual(unknown("mismatch"));
      expect(answer(operation, result("51", { TransId: "OTHER" }))).toEqual(unknown("mismatch"));
    }
    expect(answer(capture, { ProcReturnCode: "51" })).toEqual(declined("insufficient_funds", "51"));
  });

  test("unknown (mismatch) for a capture whose answer names another amount or currency than ours", () => {
    const approvalWith = (more: Record<string, string>) => answer(capture, result("00", more));
    expect(approvalWith({ PurchAmount: "1250.50", Currency: "949" })).toMatchObject({ kind: "approved" });
    for (const other of [{ PurchAmount: "1.00" }, { PurchAmount: "much" }, { Currency: "840" }]) {
      expect(approvalWith(other)).toEqual(unknown("mismatch"));
    }
  });

  test.each([
    ["51", "insufficient_funds"],
    ["41", "lost_or_stolen"],
    ["05", "do_not_honour"],
    ["54", "expired_card"],
    ["57", "closed_to_internet"],
    ["65", "card_limit_exceeded"],
    ["82", "invalid_security_code"],
    ["12", "bank_setup"],
    ["V013", "reversal_refused"],
    ["V023", "installment_not_accepted"],
    ["V024", "installment_not_accepted"],
    ["V034", "three_ds_failed"],
    ["M006", "invalid_expiry"],
    ["M008", "invalid_card"],
    ["M019", "amount_not_accepted"],
    ["M030", "bank_setup"],
    ["M041", "invalid_card"],
    ["M047", "bank_setup"],
    ["MR15", "unknown"],
  ])("declined for %s: %s", (code, reason) => {
    expect(answer(capture, result(code))).toEqual(declined(reason, code));
  });

  test.each("06 68 91 96 99 V000 V033 V999 99961 0 000 0.0 constructor".split(" ").concat("", "00 ok"))(
    "unknown for code %j, after which something may have been booked",
    (code) => {
      for (const operation of [capture, voidIt, credit]) {
        expect(answer(operation, result(code))).toEqual(notUnderstood);
      }
    },
  );

  test("declined for a refusal with any amount, because a refusal may name an amount of zero", () => {
    for (const PurchAmount of ["0.00", "0", "1.00"]) {
      expect(answer(capture, result("51", { PurchAmount }))).toEqual(declined("insufficient_funds", "51"));
    }
  });

  test.each(["V025", "V029", "101310"])(
    "unknown for a capture answered with %s, because the order on record can only be ours",
    (code) => expect(answer(capture, result(code))).toEqual(notUnderstood),
  );

  test("declined for a void or refund that came too late, too early, or is too large", () => {
    expect(answer(voidIt, result("V017"))).toEqual(declined("nothing_to_void", "V017"));
    expect(answer(voidIt, result("V018"))).toEqual(declined("nothing_to_void", "V018"));
    expect(answer(voidIt, result("V029"))).toEqual(declined("duplicate", "V029"));
    expect(answer(credit, result("V014", { AuthCode: "S47983" }))).toEqual(declined("day_not_closed", "V014"));
    expect(answer(credit, result("V015"))).toEqual(declined("amount_exceeds_remaining", "V015"));
    expect(answer(credit, result("V037"))).toEqual(declined("amount_exceeds_remaining", "V037"));
  });

  test("unknown (unreadable) for an answer with a repeated element", () => {
    const body = Buffer.from(
      `<PayforResponse><ProcReturnCode>51</ProcReturnCode><ProcReturnCode>00</ProcReturnCode>` +
        `<TransId>${orderId}</TransId></PayforResponse>`,
    );
    expect(decode(capture, { status: 200, contentType: "", body })).toEqual(unknown("unreadable"));
  });
});

describe("inquiry", () => {
  const sale = (more: Readonly<Record<string, string>> = {}) =>
    answer(inquire, {
      OrderId: orderId,
      PurchAmount: "1250.50",
      Currency: "949",
      TxnType: "Auth",
      TxnStatus: "Y",
      ProcReturnCode: "00",
      AuthCode: "S90370",
      F37: "230423101605",
      IsVoided: "false",
      ...more,
    });
  const paid = {
    kind: "paid",
    amountKurus: 125050n,
    references: { authCode: "S90370", rrn: "230423101605", transactionId: null },
  };

  test("unknown for a record without a currency, because it would confirm an approved capture", () => {
    expect(sale({ Currency: "" })).toEqual(unknown("not_understood"));
  });

  test("paid with the sale's amount and references", () => {
    expect(sale()).toEqual(paid);
    expect(sale({ IsVoided: "", IsRefunded: "", RefundedAmount: "" })).toEqual(paid);
    expect(sale({ IsRefunded: "False", RefundedAmount: "0" })).toEqual(paid);
    expect(sale({ IsRefunded: "false", RefundedAmount: "0.00" })).toEqual(paid);
    expect(sale({ PurchAmount: "1250.5" })).toEqual(paid);
  });

  const refund = { TxnType: "Refund", OrgOrderId: orderId };
  test.each([
    ["a refund of a part", { ...refund, PurchAmount: "0.50" }],
    ["a refund of the whole amount", refund],
    ["a refund with an id of its own", { ...refund, OrderId: "ITS-OWN" }],
    ["a sale that was refunded in part", { RefundedAmount: "0.50" }],
    ["a sale that was refunded completely", { IsRefunded: "true", RefundedAmount: "1250.50" }],
    ["a refunded sale without the refunded amount", { IsRefunded: "True" }],
    ["a sale with an unreadable flag of refunds", { IsRefunded: "maybe" }],
    ["a sale with an unreadable amount of refunds", { RefundedAmount: "0,50" }],
    ["the void of a refund", { TxnType: "Void", OrgTxnType: "Refund" }],
    ["a void that does not name what it undid", { TxnType: "Void", OrgOrderId: orderId }],
  ])("unknown (reversal_shown) for %s: the history must show it too", (_, more) => {
    expect(sale(more)).toEqual(unknown("reversal_shown"));
  });

  test.each([
    ["a refused refund", { ...refund, TxnStatus: "N", ProcReturnCode: "V014" }],
    ["a refund done with a refusal's code", { ...refund, ProcReturnCode: "V014" }],
    ["a pending refund", { ...refund, TxnStatus: "P" }],
    ["a voided refund", { ...refund, TxnStatus: "V", IsVoided: "true" }],
    ["a refused void", { TxnType: "Void", OrgTxnType: "Auth", TxnStatus: "N", ProcReturnCode: "V018" }],
    ["a void done with a refusal's code", { TxnType: "Void", OrgTxnType: "Auth", ProcReturnCode: "V018" }],
    ["a pending void", { TxnType: "Void", OrgTxnType: "Auth", TxnStatus: "P" }],
    ["V025, the repetition of an order that was charged before", { TxnStatus: "N", ProcReturnCode: "V025" }],
    ["the repetition V029", { TxnStatus: "N", ProcReturnCode: "V029" }],
    ["the repetition 101310", { TxnStatus: "N", ProcReturnCode: "101310" }],
  ])("unknown (sale_not_shown) for %s: the history decides", (_, more) => {
    expect(sale(more)).toEqual(unknown("sale_not_shown"));
  });

  test("voided by the status, by the flag, or by the void of the sale as the last record", () => {
    expect(sale({ TxnStatus: "V", IsVoided: "true" })).toEqual({ kind: "voided" });
    expect(sale({ TxnStatus: "V", IsVoided: "" })).toEqual({ kind: "voided" });
    expect(sale({ IsVoided: "true" })).toEqual({ kind: "voided" });
    expect(sale({ IsVoided: "True" })).toEqual({ kind: "voided" });
    expect(sale({ IsVoided: "False" })).toEqual(paid);
    expect(sale({ TxnType: "Void", OrgTxnType: "Auth" })).toEqual({ kind: "voided" });
  });

  test("declined with the host's code for a refused sale", () => {
    const refused = { TxnStatus: "N", ProcReturnCode: "51", AuthCode: "" };
    expect(sale(refused)).toEqual(declined("insufficient_funds", "51"));
    expect(sale({ ...refused, ProcReturnCode: "91" })).toEqual(declined("bank_unavailable", "91"));
    expect(sale({ ...refused, ProcReturnCode: "x y\u0009z".repeat(20) })).toMatchObject({
      kind: "declined",
      bankCode: "xyz".repeat(20).slice(0, 32),
    });
  });

  test("not found for an order that was authenticated and never charged", () => {
    expect(sale({ TxnStatus: "N", ProcReturnCode: "V033", TxnResult: "Failed" })).toEqual({
      kind: "not_found",
      wasAuthenticated: true,
    });
  });

  test.each([
    ["a pending sale", { TxnStatus: "P" }],
    ["a pending sale with a refusal's code", { TxnStatus: "P", ProcReturnCode: "MR15" }],
    ["a sale in progress", { TxnStatus: "N", ProcReturnCode: "V000" }],
    ["an unknown state", { TxnStatus: "X" }],
    ["no state", { TxnStatus: "" }],
    ["a sale done with a refusal's code", { ProcReturnCode: "51" }],
    ["a sale voided with a refusal's code", { TxnStatus: "V", ProcReturnCode: "51", IsVoided: "true" }],
    ["a sale refused with an approval's code", { TxnStatus: "N" }],
    ["a sale refused without a code", { TxnStatus: "N", ProcReturnCode: "" }],
    ["a sale both refused and voided", { TxnStatus: "N", ProcReturnCode: "51", IsVoided: "true" }],
    ["a voided sale with the flag false", { TxnStatus: "V" }],
    ["an invalid flag", { IsVoided: "maybe" }],
    ["an amount that is not decimal", { PurchAmount: "1,250.50" }],
    ["an amount of zero", { PurchAmount: "0.00" }],
    ["no amount", { PurchAmount: "" }],
    ["a pre-authorisation", { TxnType: "PreAuth" }],
    ["a pre-authorisation's capture", { TxnType: "PostAuth", OrgOrderId: orderId }],
    ["no kind", { TxnType: "" }],
  ])("unknown for %s", (_, more) => expect(sale(more)).toEqual(notUnderstood));

  test.each([
    ["another order", { OrderId: "OTHER" }],
    ["no order", { OrderId: "" }],
    ["another order as its original", { OrgOrderId: "OTHER" }],
    ["another order in TransId", { TransId: "OTHER" }],
    ["a refund of another order", { TxnType: "Refund", OrgOrderId: "OTHER" }],
    ["another currency", { Currency: "840" }],
  ])("unknown (mismatch) for a record with %s", (_, more) => expect(sale(more)).toEqual(unknown("mismatch")));

  test("not found for the bank's code of it, with or without an echo of the request", () => {
    const none = { ProcReturnCode: "V013", ErrMsg: "Seçili İşlem Bulunamadı!" };
    expect(answer(inquire, none)).toEqual({ kind: "not_found" });
    const echoed = { ...none, OrderId: orderId, TxnType: "OrderInquiry", TxnStatus: "P" };
    expect(answer(inquire, echoed)).toEqual({ kind: "not_found" });
    expect(answer(inquire, { ...echoed, OrderId: "OTHER" })).toEqual(unknown("mismatch"));
    expect(answer(inquire, { ...echoed, TxnStatus: "Y" }).kind).toBe("unknown");
    expect(answer(inquire, { ...echoed, TxnStatus: "V" }).kind).toBe("unknown");
    expect(answer(inquire, { ...echoed, TxnType: "Void", TxnStatus: "N" }).kind).toBe("unknown");
    for (const ProcReturnCode of ["M047", "V014", "V033", "V0130", "00", ""]) {
      expect(answer(inquire, { ...none, ProcReturnCode }).kind).toBe("unknown");
    }
  });
});
