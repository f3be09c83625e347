import { describe, expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import { order } from "@/server/testing/banks/payfor-order";
import { placed } from "../conformance/conformance-subject";
import { decode } from "./response";

const { orderId } = order;
const capture: Operation = { kind: "capture", order, proofs: { requestGuid: "1" } };
const voidIt: Operation = { kind: "void", ...placed(orderId), amountKurus: 125050n };
const credit: Operation = { kind: "credit", ...placed(orderId), amountKurus: 100n, refundKey: "R" };
const inquire: Operation = { kind: "inquire", ...placed(orderId) };

function answer(operation: Operation, texts: Readonly<Record<string, string>>) {
  const elements = Object.entries(texts).map(([name, text]) => `<${name}>${text}</${name}>`);
  const xml = `<PayforResponse>${elements.join("")}</PayforResponse>`;
  return decode(operation, { status: 200, contentType: "text/xml", body: Buffer.from(xml) });
}

const unknown = (cause: string) => ({ kind: "unknown", cause });
const notUnderstood = unknown("not_understood");
const declined = (reason: string, bankCode: string) => ({ kind: "declined", reason, bankCode });

describe("money calls", () => {
  const said = (ProcReturnCode: string, more: Record<string, string> = {}) => ({
    ProcReturnCode,
    TransId: orderId,
    ...more,
  });

  test("approved with the bank's references, those it left empty as null", () => {
    for (const operation of [capture, voidIt, credit]) {
      expect(answer(operation, said("00", { AuthCode: "S31432", HostRefNum: "" }))).toEqual({
        kind: "approved",
        references: { authCode: "S31432", rrn: null, transactionId: null },
      });
    }
  });

  test("unknown (mismatch) for an approval that names another order or none", () => {
    for (const operation of [capture, voidIt, credit]) {
      expect(answer(operation, said("00", { TransId: "OTHER" }))).toEqual(unknown("mismatch"));
      expect(answer(operation, { ProcReturnCode: "00" })).toEqual(unknown("mismatch"));
      expect(answer(operation, said("51", { TransId: "OTHER" }))).toEqual(unknown("mismatch"));
    }
    expect(answer(capture, { ProcReturnCode: "51" })).toEqual(declined("insufficient_funds", "51"));
  });

  test("unknown (mismatch) for a capture that tells another amount or currency than ours", () => {
    const told = (more: Record<string, string>) => answer(capture, said("00", more));
    expect(told({ PurchAmount: "1250.50", Currency: "949" })).toMatchObject({ kind: "approved" });
    for (const other of [{ PurchAmount: "1.00" }, { PurchAmount: "much" }, { Currency: "840" }]) {
      expect(told(other)).toEqual(unknown("mismatch"));
    }
  });

  test.each([
    ["51", "insufficient_funds"],
    ["41", "lost_or_stolen_card"],
    ["05", "do_not_honour"],
    ["54", "expired_card"],
    ["57", "not_permitted_online"],
    ["65", "limit_exceeded"],
    ["82", "invalid_security_code"],
    ["12", "bank_error"],
    ["V013", "bank_error"],
    ["V023", "installment_not_allowed"],
    ["V024", "installment_not_allowed"],
    ["V034", "bank_error"],
    ["M006", "expired_card"],
    ["M008", "invalid_card"],
    ["M019", "limit_exceeded"],
    ["M030", "bank_error"],
    ["M041", "invalid_card"],
    ["M047", "bank_error"],
    ["MR15", "bank_error"],
  ])("declined for %s: %s", (code, reason) => {
    expect(answer(capture, said(code))).toEqual(declined(reason, code));
  });

  test.each("06 68 91 96 99 V000 V033 V999 99961 0 000 0.0 constructor".split(" ").concat("", "00 ok"))(
    "unknown for code %j, which does not say that nothing was booked",
    (code) => {
      for (const operation of [capture, voidIt, credit]) {
        expect(answer(operation, said(code))).toEqual(notUnderstood);
      }
    },
  );

  test("declined whatever amount a refusal tells: what was not charged may be told as nothing", () => {
    for (const PurchAmount of ["0.00", "0", "1.00"]) {
      expect(answer(capture, said("51", { PurchAmount }))).toEqual(declined("insufficient_funds", "51"));
    }
  });

  test.each(["V025", "V029", "101310"])(
    "unknown for a capture answered with %s: the order that was there before can only be ours",
    (code) => expect(answer(capture, said(code))).toEqual(notUnderstood),
  );

  test("declined for a void or a refund that came too late, too early, or for too much", () => {
    expect(answer(voidIt, said("V017"))).toEqual(declined("nothing_to_void", "V017"));
    expect(answer(voidIt, said("V018"))).toEqual(declined("nothing_to_void", "V018"));
    expect(answer(voidIt, said("V029"))).toEqual(declined("duplicate_order", "V029"));
    expect(answer(credit, said("V014", { AuthCode: "S47983" }))).toEqual(declined("day_not_closed", "V014"));
    expect(answer(credit, said("V015"))).toEqual(declined("amount_exceeds_remaining", "V015"));
    expect(answer(credit, said("V037"))).toEqual(declined("amount_exceeds_remaining", "V037"));
  });

  test("unknown (unreadable) for an answer that says a thing twice", () => {
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

  test("unknown where the record names no currency: an approved capture would be believed by it", () => {
    expect(sale({ Currency: "" })).toEqual(unknown("not_understood"));
  });

  test("paid, with the amount and what the bank gave the sale, refunded since or not", () => {
    expect(sale()).toEqual(paid);
    expect(sale({ IsVoided: "", IsRefunded: "true", RefundedAmount: "1250.50" })).toEqual(paid);
    expect(sale({ PurchAmount: "1250.5" })).toEqual(paid);
  });

  test("paid when the last record is a refund: only a paid sale has one", () => {
    const refund = { TxnType: "Refund", PurchAmount: "0.50", OrgOrderId: orderId };
    expect(sale(refund)).toMatchObject({ kind: "paid", amountKurus: 50n });
    expect(sale({ ...refund, OrderId: "ITS-OWN" })).toMatchObject({ kind: "paid" });
    expect(sale({ ...refund, TxnStatus: "N", ProcReturnCode: "V014" })).toEqual(notUnderstood);
  });

  test("voided by status, by flag, or by the void as last record", () => {
    expect(sale({ TxnStatus: "V", IsVoided: "true" })).toEqual({ kind: "voided" });
    expect(sale({ TxnStatus: "V", IsVoided: "" })).toEqual({ kind: "voided" });
    expect(sale({ IsVoided: "true" })).toEqual({ kind: "voided" });
    expect(sale({ IsVoided: "True" })).toEqual({ kind: "voided" });
    expect(sale({ IsVoided: "False" })).toEqual(paid);
    expect(sale({ TxnType: "Void", OrgOrderId: orderId })).toEqual({ kind: "voided" });
    expect(sale({ TxnType: "Void", OrgTxnType: "Auth" })).toEqual({ kind: "voided" });
  });

  test("declined with the host's code for a sale that was refused", () => {
    const refused = { TxnStatus: "N", ProcReturnCode: "51", AuthCode: "" };
    expect(sale(refused)).toEqual(declined("insufficient_funds", "51"));
    expect(sale({ ...refused, ProcReturnCode: "91" })).toEqual(declined("issuer_unavailable", "91"));
    expect(sale({ ...refused, ProcReturnCode: "x y\u0009z".repeat(20) })).toMatchObject({
      kind: "declined",
      bankCode: "xyz".repeat(20).slice(0, 32),
    });
  });

  test("not found for an order that is authenticated and was never charged", () => {
    expect(sale({ TxnStatus: "N", ProcReturnCode: "V033", TxnResult: "Failed" })).toEqual({
      kind: "not_found",
    });
  });

  test.each([
    ["a sale that is pending", { TxnStatus: "P" }],
    ["a pending one that has been refused", { TxnStatus: "P", ProcReturnCode: "MR15" }],
    ["one in progress", { TxnStatus: "N", ProcReturnCode: "V000" }],
    ["a state that is not known", { TxnStatus: "X" }],
    ["no state", { TxnStatus: "" }],
    ["done with a refusal's code", { ProcReturnCode: "51" }],
    ["voided with a refusal's code", { TxnStatus: "V", ProcReturnCode: "51", IsVoided: "true" }],
    ["refused with approval's code", { TxnStatus: "N" }],
    ["refused without a code", { TxnStatus: "N", ProcReturnCode: "" }],
    ["refused and voided at once", { TxnStatus: "N", ProcReturnCode: "51", IsVoided: "true" }],
    ["voided and not voided at once", { TxnStatus: "V" }],
    ["a flag that is none", { IsVoided: "maybe" }],
    ["an amount that is no money", { PurchAmount: "1,250.50" }],
    ["an amount of nothing", { PurchAmount: "0.00" }],
    ["no amount", { PurchAmount: "" }],
    ["a pre-authorisation", { TxnType: "PreAuth" }],
    ["a pre-authorisation's capture", { TxnType: "PostAuth", OrgOrderId: orderId }],
    ["no kind", { TxnType: "" }],
    ["the void of a refund", { TxnType: "Void", OrgTxnType: "Refund" }],
    ["a void that was refused", { TxnType: "Void", TxnStatus: "N", ProcReturnCode: "V018" }],
    ["a void done with a refusal's code", { TxnType: "Void", ProcReturnCode: "V018" }],
    ["a void that is pending", { TxnType: "Void", TxnStatus: "P" }],
    ["a refund done with a refusal's code", { TxnType: "Refund", ProcReturnCode: "V014" }],
    ["a refund that is pending", { TxnType: "Refund", TxnStatus: "P" }],
    ["a repetition by V025, of an order that was charged before", { TxnStatus: "N", ProcReturnCode: "V025" }],
    ["a repetition by V029", { TxnStatus: "N", ProcReturnCode: "V029" }],
    ["a repetition by 101310", { TxnStatus: "N", ProcReturnCode: "101310" }],
  ])("unknown for %s", (_, more) => expect(sale(more)).toEqual(notUnderstood));

  test.each([
    ["another order", { OrderId: "OTHER" }],
    ["no order", { OrderId: "" }],
    ["another order as its original", { OrgOrderId: "OTHER" }],
    ["another order by the answer's own name", { TransId: "OTHER" }],
    ["a refund of another order", { TxnType: "Refund", OrgOrderId: "OTHER" }],
    ["another currency", { Currency: "840" }],
  ])("unknown (mismatch) for a record of %s", (_, more) => expect(sale(more)).toEqual(unknown("mismatch")));

  test("not found where the bank tells back the question, with its code for it", () => {
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
