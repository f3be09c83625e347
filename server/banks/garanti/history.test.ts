import { describe, expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import { decode } from "./response";

// A refund of unknown outcome is compared with the history, so a line that is read wrongly would count money wrongly.

const orderId = "ABCDEFGHJK23456789ZZ";
const history: Operation = { kind: "history", ...buildPlacedOrder(orderId) };

type Texts = Readonly<Record<string, string>>;

const elements = (texts: Texts) =>
  Object.entries(texts)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join("");
const approved = { Source: "GVPS", Code: "00", ReasonCode: "", Message: "Approved" };
const notFound = (ReasonCode: string) => ({ Source: "GVPS", Code: "92", ReasonCode, Message: "Declined" });

const decodeFound = (found: string, response: Texts = approved) => {
  const body = Buffer.from(
    `<GVPSResponse><Order><OrderID>${orderId}</OrderID>${found}</Order>` +
      `<Transaction><Response>${elements(response)}</Response></Transaction></GVPSResponse>`,
  );
  return decode(history, { status: 200, contentType: "text/xml", body });
};
const listXml = (lines: readonly Texts[]) =>
  `<OrderHistInqResult><OrderTxnList>${lines
    .map((line) => `<OrderTxn>${elements(line)}</OrderTxn>`)
    .join("")}</OrderTxnList></OrderHistInqResult>`;
const listed = (...lines: readonly Texts[]) => decodeFound(listXml(lines));

/** A sale as the bank lists it; its dates are days. */
const sale: Texts = {
  Type: "sales",
  Status: "00",
  PreAuthAmount: "0",
  AuthAmount: "100",
  PreAuthDate: "",
  AuthDate: "20240107",
  VoidDate: "",
  RetrefNum: "400709699645",
  AuthCode: "826886",
  ReturnCode: "00",
  BatchNum: "5562",
  CurrencyCode: "949",
  Settlement: "N",
};
const credit = { ...sale, Type: "refund", AuthAmount: "30", RetrefNum: "R2", AuthCode: "" };
/** A refused sale as the bank lists it. */
const refused = { ...sale, Status: "01", ReturnCode: "92", AuthDate: "", AuthCode: "", CurrencyCode: "0" };

const notUnderstood = { kind: "unknown", cause: "not_understood" };
const references = { authCode: "826886", rrn: "400709699645", transactionId: null };
const booked = { kind: "sale", approved: true, amountKurus: 100n, references };

test("returns records in the bank's order, refused ones as not approved", () => {
  const refusedCredit = { ...refused, Type: "refund", AuthAmount: "99" };
  expect(listed(sale, refusedCredit, credit, credit)).toEqual({
    kind: "history",
    records: [
      booked,
      { kind: "credit", approved: false, amountKurus: 99n },
      ...Array(2).fill({
        kind: "credit",
        approved: true,
        amountKurus: 30n,
        references: { authCode: null, rrn: "R2", transactionId: null },
      }),
    ],
  });
});

test.each([
  ["sales", "sale"],
  ["Satis", "sale"],
  ["void", "void"],
  ["Iptal", "void"],
  ["refund", "credit"],
  ["IADE", "credit"],
])("reads the type %s as %s, in both namings of the gateway", (Type, kind) => {
  expect(listed({ ...sale, Type })).toEqual({ kind: "history", records: [{ ...booked, kind }] });
  expect(listed({ ...refused, Type })).toEqual({
    kind: "history",
    records: [{ kind, approved: false, amountKurus: 100n }],
  });
});

describe("voids", () => {
  const voidRecord = { kind: "void", approved: true, amountKurus: 100n };
  test("returns one void when it is listed, also when the sale has a date of voiding", () => {
    for (const VoidDate of ["", "20240107"]) {
      const outcome = listed({ ...sale, VoidDate }, { ...sale, Type: "void" });
      expect(outcome).toEqual({ kind: "history", records: [booked, { ...voidRecord, references }] });
    }
  });

  test("returns a void by the sale's date of voiding when no void or only a refused one is listed", () => {
    const voided = { ...sale, VoidDate: "20240107" };
    expect(listed(voided)).toEqual({ kind: "history", records: [booked, voidRecord] });
    const outcome = listed({ ...refused, Type: "void" }, voided);
    expect(outcome).toMatchObject({ records: [{ kind: "void", approved: false }, booked, voidRecord] });
  });

  test("unknown for a void beside a voided credit, because the void does not name what it undid", () => {
    const whole = { ...credit, AuthAmount: "100", VoidDate: "20240107" };
    expect(listed(sale, whole, { ...sale, Type: "void" })).toEqual(notUnderstood);
    expect(listed(sale, { ...credit, VoidDate: "20240107" }, { ...sale, Type: "void" })).toEqual(notUnderstood);
    const refusedVoid = listed(sale, whole, { ...refused, Type: "void" });
    expect(refusedVoid).toMatchObject({ records: [booked, { kind: "credit", approved: false }, { approved: false }] });
    const refusedCredit = { ...refused, Type: "refund", VoidDate: "20240107" };
    expect(listed(sale, refusedCredit, { ...sale, Type: "void" }).kind).toBe("history");
  });

  test("returns a voided credit as not approved, and no void for a refused sale with a date of voiding", () => {
    const givenBack = listed(sale, { ...credit, VoidDate: "20240107" });
    const record = { kind: "credit", approved: false, amountKurus: 30n };
    expect(givenBack).toEqual({ kind: "history", records: [booked, record] });
    expect(listed({ ...refused, VoidDate: "20240107" })).toMatchObject({ records: [{ approved: false }] });
  });
});

test.each<[string, Texts]>([
  ["an unknown type", { Type: "preauth" }],
  ["a type that is a property of every object", { Type: "constructor" }],
  ["no type", { Type: "" }],
  ["booked status with a refusal's code", { ReturnCode: "51" }],
  ["refused status with an approval's code", { Status: "01" }],
  ["no status", { Status: "" }],
  ["no return code", { ReturnCode: "" }],
  ["a booked record with an amount of zero", { AuthAmount: "0" }],
  ["no amount", { AuthAmount: "" }],
  ["an amount that is only held", { AuthAmount: "", PreAuthAmount: "30" }],
  ["an amount that is not whole kuruş", { AuthAmount: "1.00" }],
  ["another currency", { CurrencyCode: "840" }],
])("unknown as a whole when one record has %s", (_, changes) => {
  expect(listed(sale, { ...credit, ...changes }, credit)).toEqual(notUnderstood);
});

test("unknown for a list that contains other elements, is repeated, is missing, or has a record with a repeated element", () => {
  const one = listXml([sale]);
  expect(decodeFound(one).kind).toBe("history");
  for (const found of [
    one.replace("<OrderTxnList>", "<OrderTxnList><TotalPageCount>2</TotalPageCount>"),
    listXml([sale, credit]).replace(/<OrderTxn>(?=<Type>refund)(.*?)<\/OrderTxn>/, "<PlannedTxn>$1</PlannedTxn>"),
    one.replace("</OrderTxnList>", "</OrderTxnList><OrderTxnList></OrderTxnList>"),
    one.replace("</OrderTxn>", "<AuthAmount>1</AuthAmount></OrderTxn>"),
    one.replace(/<OrderTxnList>.*<\/OrderTxnList>/, ""),
    listXml([]),
    "",
  ]) {
    expect(decodeFound(found)).toEqual(notUnderstood);
  }
  expect(decodeFound(one + one)).toEqual({ kind: "unknown", cause: "unreadable" });
});

test("unknown for lines in an answer that is not approved", () => {
  for (const response of [
    { ...approved, Code: "51" },
    { ...approved, Message: "Declined" },
    { ...approved, ReasonCode: "51" },
    notFound("0108"),
    notFound("0110"),
    notFound("0002"),
  ]) {
    expect(decodeFound(listXml([sale]), response)).toEqual(notUnderstood);
  }
});

test("not found for both of the bank's codes, with an empty list or without a list", () => {
  for (const reason of ["0108", "0110"]) {
    expect(decodeFound(listXml([]), notFound(reason))).toEqual({ kind: "not_found" });
    expect(decodeFound("", notFound(reason))).toEqual({ kind: "not_found" });
  }
  expect(decodeFound("", notFound("0652"))).toEqual(notUnderstood);
  for (const contradicted of [{ Message: "Approved" }, { Code: "99" }]) {
    expect(decodeFound("", { ...notFound("0108"), ...contradicted })).toEqual(notUnderstood);
    expect(decodeFound("", { ...notFound("0110"), ...contradicted })).toEqual(notUnderstood);
  }
});

test("reads a long history completely, in order", () => {
  const amounts = Array.from({ length: 40 }, (_, index) => 1000 - index);
  const lines = amounts.map((amount) => ({ ...credit, AuthAmount: String(amount) }));
  const outcome = listed(sale, ...lines);
  const read = outcome.kind === "history" ? outcome.records.map(({ amountKurus }) => amountKurus) : null;
  expect(read).toEqual([100n, ...amounts.map(BigInt)]);
});
