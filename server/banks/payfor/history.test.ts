import { describe, expect, test } from "vitest";
import { order } from "@/server/testing/banks/payfor-order";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import { decode } from "./response";

// A refund of unknown outcome is compared with the history, so a record that is read wrongly would count money wrongly.

const { orderId } = order;
const notUnderstood = { kind: "unknown", cause: "not_understood" };
const mismatch = { kind: "unknown", cause: "mismatch" };
const unreadable = { kind: "unknown", cause: "unreadable" };

type Texts = Readonly<Record<string, string>>;

const elements = (texts: Texts) =>
  Object.entries(texts)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join("");
const record = (texts: Texts) => {
  const written = {
    OrderId: orderId,
    TxnStatus: "Y",
    ProcReturnCode: "00",
    AuthCode: "A",
    F37: "R",
    ...texts,
  };
  return `<PaymentRequest xmlns="http://bank.example/">${elements(written)}</PaymentRequest>`;
};
const sale = (texts: Texts = {}) => record({ TxnType: "Auth", PurchAmount: "100.00", ...texts });
const refund = (texts: Texts = {}) => record({ TxnType: "Refund", OrgOrderId: orderId, PurchAmount: "0.30", ...texts });
const voidRecord = (texts: Texts = {}) =>
  record({ TxnType: "Void", OrgOrderId: orderId, PurchAmount: "100.00", ...texts });

const read = (content: string, root = "TxnHistoryReport") =>
  decode(
    { kind: "history", ...buildPlacedOrder(orderId) },
    { status: 200, contentType: "", body: Buffer.from(`<${root}>${content}</${root}>`) },
  );
const listed = (...records: readonly string[]) =>
  read(records.map((one) => `<PaymentRequestExtended>${one}</PaymentRequestExtended>`).join(""));

/** The references of booked records; other records have none. */
const references = { authCode: "A", rrn: "R", transactionId: null };
const of = (kind: string, approved: boolean, amountKurus: bigint) => ({
  kind,
  approved,
  amountKurus,
  ...(approved && { references }),
});
const history = (...records: readonly object[]) => ({ kind: "history", records });

test("returns one record for the sale and for each refund, approved or not", () => {
  const refused = refund({ TxnStatus: "N", ProcReturnCode: "V014", PurchAmount: "100.00" });
  expect(listed(sale(), refused, refund(), refund())).toEqual(
    history(of("sale", true, 10000n), of("credit", false, 10000n), of("credit", true, 30n), of("credit", true, 30n)),
  );
  expect(listed(sale({ TxnStatus: "N", ProcReturnCode: "51" }))).toEqual(history(of("sale", false, 10000n)));
});

test("returns an approved sale and a void for a voided sale with its void", () => {
  expect(listed(sale({ TxnStatus: "V" }), voidRecord({ OrgTxnType: "Auth" }))).toEqual(
    history(of("sale", true, 10000n), of("void", true, 10000n)),
  );
  const refused = voidRecord({ TxnStatus: "N", ProcReturnCode: "V018" });
  expect(listed(sale(), refused)).toEqual(history(of("sale", true, 10000n), of("void", false, 10000n)));
});

test("returns the same records from both documents, with or without envelopes and their other elements", () => {
  const expected = history(of("sale", true, 10000n), of("credit", true, 30n));
  const parameters = "<ExtraParameters><ArrayOfString><string>IsBatchClosed</string></ArrayOfString></ExtraParameters>";
  const enveloped = `<PaymentRequestExtended>${sale()}${parameters}</PaymentRequestExtended>`;
  expect(read(`${enveloped}${refund()}`)).toEqual(expected);
  expect(read(`${sale()}${refund()}`, "PayforResponse")).toEqual(expected);
  expect(read(`<ProcReturnCode>00</ProcReturnCode>${sale()}${refund()}`, "PayforResponse")).toEqual(expected);
});

test.each([
  ["2026-11-21T23:59:59", "2026-11-22T00:00:00", "2026-12-01T00:00:00", "2026-11-21", "2026-11-21"],
  ["21.11.2026 23:59:59", "22.11.2026 00:00:00", "01.12.2026 00:00:00", "2026-11-21", "2026-11-21"],
  ["9.11.2026 23:59:59", "21.11.2026 00:00:00", "1.12.2026 00:00:00", "2026-11-09", "2026-11-20"],
])("returns records oldest first, with their own times written as %s", (first, second, third, day, nextDay) => {
  const one = sale({ InsertDatetime: first });
  const two = refund({ InsertDatetime: second, PurchAmount: "1.00" });
  const three = refund({ InsertDatetime: third, PurchAmount: "2.00" });
  const expected = history(
    { ...of("sale", true, 10000n), at: new Date(`${day}T20:59:59Z`) },
    { ...of("credit", true, 100n), at: new Date(`${nextDay}T21:00:00Z`) },
    { ...of("credit", true, 200n), at: new Date("2026-11-30T21:00:00Z") },
  );
  expect(listed(three, two, one)).toEqual(expected);
  expect(listed(one, two, three)).toEqual(expected);
});

describe("unknown as a whole", () => {
  test.each([
    ["a pre-authorisation", sale({ TxnType: "PreAuth" })],
    ["a pre-authorisation's capture", refund({ TxnType: "PostAuth" })],
    ["no kind", refund({ TxnType: "" })],
    ["a refund that is pending", refund({ TxnStatus: "P" })],
    ["a pending refund with a refusal's code", refund({ TxnStatus: "P", ProcReturnCode: "V014" })],
    ["a refund that was voided", refund({ TxnStatus: "V" })],
    ["a void that was voided", voidRecord({ TxnStatus: "V" })],
    ["no state", refund({ TxnStatus: "" })],
    ["a booked refund with a refusal's code", refund({ ProcReturnCode: "V014" })],
    ["a booked refund without a code", refund({ ProcReturnCode: "" })],
    ["a refused refund with an approval's code", refund({ TxnStatus: "N" })],
    ["a sale in progress", sale({ TxnStatus: "N", ProcReturnCode: "V000" })],
    ["a refused refund without a code", refund({ TxnStatus: "N", ProcReturnCode: "" })],
    ["an amount that is not decimal", refund({ PurchAmount: "0,30" })],
    ["an amount of zero", refund({ PurchAmount: "0" })],
    ["a void without a voided sale", voidRecord()],
    ["a voided sale with a refusal's code", `${sale({ TxnStatus: "V", ProcReturnCode: "51" })}${voidRecord()}`],
    ["the void of a refund", `${sale({ TxnStatus: "V" })}${voidRecord({ OrgTxnType: "Refund" })}`],
  ])("for %s among other records", (_, text) => {
    expect(read(`${sale()}${text}${refund()}`)).toEqual(notUnderstood);
  });

  test.each<[string, Texts, readonly string[]]>([
    ["a refunded sale without a refund", { IsRefunded: "true" }, []],
    ["a sale that names a refunded amount, without a refund", { RefundedAmount: "0.30" }, []],
    [
      "a refunded sale with a refused refund only",
      { IsRefunded: "true" },
      [refund({ TxnStatus: "N", ProcReturnCode: "51" })],
    ],
    ["a refunded amount that is more than the refunds", { RefundedAmount: "0.60" }, [refund()]],
    ["a refunded amount that is less than the refunds", { RefundedAmount: "0.30" }, [refund(), refund()]],
  ])("for %s", (_, texts, others) => {
    expect(listed(sale(texts), ...others)).toEqual(notUnderstood);
  });

  test("not for a sale that names the refunds which are listed, or none", () => {
    const expected = history(of("sale", true, 10000n), of("credit", true, 30n), of("credit", true, 30n));
    for (const texts of [{}, { RefundedAmount: "0.60" }, { IsRefunded: "true" }, { RefundedAmount: "0" }]) {
      expect(listed(sale(texts), refund(), refund())).toEqual(expected);
    }
  });

  test("for a voided sale without its void", () => {
    expect(listed(sale({ TxnStatus: "V" }))).toEqual(notUnderstood);
  });

  test.each([
    ["another order", refund({ OrderId: "OTHER", OrgOrderId: "" })],
    ["a refund of another order", refund({ OrgOrderId: "OTHER" })],
    ["a sale under another id", sale({ OrderId: "OTHER" })],
    ["no order", sale({ OrderId: "" })],
    ["another currency", refund({ Currency: "840" })],
  ])("(mismatch) for %s among other records", (_, text) => expect(listed(sale(), text)).toEqual(mismatch));

  test("(unreadable) when a record has a repeated element, is missing, or is twice in its envelope", () => {
    const twice = sale().replace("</PaymentRequest>", "<TxnStatus>V</TxnStatus></PaymentRequest>");
    expect(listed(sale(), twice)).toEqual(unreadable);
    expect(listed(sale(), "")).toEqual(unreadable);
    expect(listed(sale() + refund())).toEqual(unreadable);
    const codes = "<ProcReturnCode>00</ProcReturnCode><ProcReturnCode>V013</ProcReturnCode>";
    expect(read(codes)).toEqual(unreadable);
    expect(read(sale(), "History")).toEqual(unreadable);
  });

  test("for records in an answer that is not approved, and for no records without the code for not found", () => {
    expect(read(`<ProcReturnCode>V013</ProcReturnCode>${sale()}`)).toEqual(notUnderstood);
    expect(read("")).toEqual(notUnderstood);
    expect(read("<ProcReturnCode>00</ProcReturnCode>")).toEqual(notUnderstood);
    expect(read("<ProcReturnCode>M047</ProcReturnCode>")).toEqual(notUnderstood);
    expect(read("<ProcReturnCode>V013</ProcReturnCode><TransId>OTHER</TransId>")).toEqual(mismatch);
  });
});

test("not found for the bank's code of it, in the head of the answer or in a single record", () => {
  expect(read("<ProcReturnCode>V013</ProcReturnCode>", "PayforResponse")).toEqual({ kind: "not_found" });
  const echoed = { TxnType: "TxnHistory", TxnStatus: "P", ProcReturnCode: "V013", PurchAmount: "" };
  expect(listed(record(echoed))).toEqual({ kind: "not_found" });
  expect(listed(record({ ...echoed, OrderId: "OTHER" }))).toEqual(mismatch);
  expect(listed(sale(), record(echoed))).toEqual(notUnderstood);
  expect(listed(record(echoed), sale())).toEqual(notUnderstood);
});

test("reads a long history completely", () => {
  const refunds = Array.from({ length: 300 }, (_, index) => refund({ PurchAmount: `0.${10 + (index % 90)}` }));
  expect(listed(sale(), ...refunds)).toMatchObject({ kind: "history", records: { length: 301 } });
});
