import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operation, Outcome } from "@/server/banks/bank";
import { parseXmlText, readChildTexts } from "@/server/banks/wire";
import { countCases } from "@/server/testing/run/cases";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import fixture from "./fixtures/vectors.json";
import { decode } from "./response";

/** Published answers of the bank, with the operations on the orders that they name. The tests alter them. */
const answers = fixture.vectors
  .filter(({ kind }) => kind === "response")
  .map(({ input }) => String((input as { readonly xml?: string }).xml))
  .map((xml) => ({ xml, operations: operationsOn(orderIn(xml)) }));

function orderIn(xml: string): string {
  const order = parseXmlText(xml)?.children.find(({ name }) => name === "Order");
  return (order && readChildTexts(order)?.get("OrderID")) ?? "";
}

function operationsOn(orderId: string): readonly Operation[] {
  const order = { orderId, amountKurus: 101n, installment: 1, language: "tr", nonce: "" } as const;
  return [
    { kind: "capture", order: { ...order, callbackUrl: "", buyerIp: "" }, proofs: {} },
    { kind: "void", ...buildPlacedOrder(orderId), amountKurus: 101n },
    { kind: "credit", ...buildPlacedOrder(orderId), amountKurus: 101n, refundKey: "R" },
    { kind: "inquire", ...buildPlacedOrder(orderId) },
    { kind: "history", ...buildPlacedOrder(orderId) },
  ];
}

const decodeBytes = (operation: Operation, body: Uint8Array, contentType = "text/xml"): Outcome =>
  decode(operation, { status: 200, contentType, body });

const isPositive = ({ kind }: Outcome): boolean => ["approved", "paid", "voided", "history"].includes(kind);

const original = fc
  .constantFrom(...answers)
  .chain(({ xml, operations }) => fc.record({ xml: fc.constant(xml), operation: fc.constantFrom(...operations) }))
  .map(({ xml, operation }) => ({ xml, operation, before: decodeBytes(operation, Buffer.from(xml)) }));

test("the unaltered answers give approvals and refusals of money calls, and unknown for look-ups", () => {
  const kinds = answers.map(({ xml, operations }) => operations.map((one) => decodeBytes(one, Buffer.from(xml)).kind));
  const [approved, refused, unknown] = ["approved", "declined", "unknown"];
  expect(kinds).toEqual([
    [approved, approved, approved, unknown, unknown],
    [refused, refused, refused, unknown, unknown],
    // An open pre-authorisation in an approved answer.
    [approved, approved, approved, unknown, unknown],
    // A second sale of an order. As an answer to a capture, the sale on record may be our own.
    [unknown, refused, refused, unknown, unknown],
    [approved, approved, approved, unknown, unknown],
    [refused, refused, refused, unknown, unknown],
  ]);
});

test("unknown for an answer cut at any character", () => {
  for (const { xml, operations } of answers) {
    const whole = xml.trimEnd();
    for (let length = 0; length < whole.length; length += 7) {
      for (const operation of operations) {
        expect(decodeBytes(operation, Buffer.from(whole.slice(0, length))).kind).toBe("unknown");
      }
    }
  }
});

/** Matches an element that contains only text. */
const elementPattern = /<([A-Za-z0-9]+)>[^<]*<\/\1>/g;

const edit = fc.oneof(
  fc.record({ how: fc.constant("drop" as const), at: fc.nat(), other: fc.nat() }),
  fc.record({ how: fc.constant("double" as const), at: fc.nat(), other: fc.nat() }),
  fc.record({ how: fc.constant("swap" as const), at: fc.nat(), other: fc.nat() }),
);

function apply(xml: string, { how, at, other }: { how: "drop" | "double" | "swap"; at: number; other: number }) {
  const found = [...xml.matchAll(elementPattern)];
  if (found.length === 0) return xml;
  const [one, two] = [found[at % found.length]!, found[other % found.length]!];
  if (how === "drop") return xml.replace(one[0], "");
  if (how === "double") return xml.replace(one[0], one[0] + one[0]);
  return xml.replace(one[0], "<A/>").replace(two[0], one[0]).replace("<A/>", two[0]);
}

test("never throws and never approves a refused answer when elements are dropped, doubled or swapped", () => {
  fc.assert(
    fc.property(original, fc.array(edit, { minLength: 1, maxLength: 6 }), ({ xml, operation, before }, edits) => {
      const after = decodeBytes(operation, Buffer.from(edits.reduce(apply, xml)));
      if (!isPositive(before)) expect(isPositive(after)).toBe(false);
    }),
    { numRuns: countCases(150, 10_000) },
  );
});

const codes = ["Code", "ReasonCode", "Message", "Status", "Source", "AuthAmount", "OrderID"];
const scrap = fc.oneof(
  fc.constantFrom("", "0", "000", " 1", "Onaylandı", "null", "-00", "٠٠", "&#48;", "0&#x31;", "<x/>", "constructor"),
  fc.string({ maxLength: 8 }),
);

test("never throws and never approves a refused answer when codes are replaced by other text", () => {
  fc.assert(
    fc.property(original, fc.constantFrom(...codes), scrap, ({ xml, operation, before }, name, text) => {
      fc.pre(text !== "00" && text !== "Approved");
      const altered = xml.replaceAll(new RegExp(`<${name}>[^<]*</${name}>`, "g"), `<${name}>${text}</${name}>`);
      const after = decodeBytes(operation, Buffer.from(altered));
      if (!isPositive(before)) expect(isPositive(after)).toBe(false);
      if (after.kind === "declined") {
        expect(typeof after.reason).toBe("string");
        expect(after.bankCode).toMatch(/^[\w.-]{0,32}$/);
      }
    }),
    { numRuns: countCases(150, 10_000) },
  );
});

test("never throws and never approves a refused answer with flipped bits, another charset or content type", () => {
  const flip = fc.record({ at: fc.nat(), bit: fc.nat(7) });
  const contentType = fc.constantFrom("text/html", "text/xml; charset=iso-8859-9", "text/xml; charset=utf-16", "");
  fc.assert(
    fc.property(
      original,
      fc.array(flip, { maxLength: 4 }),
      fc.constantFrom<BufferEncoding[]>("utf8", "latin1", "utf16le"),
      contentType,
      ({ xml, operation, before }, flips, encoding, type) => {
        const body = Buffer.from(xml, encoding);
        for (const { at, bit } of flips) body[at % body.length]! ^= 1 << bit;
        const after = decodeBytes(operation, body, type);
        if (!isPositive(before)) expect(isPositive(after)).toBe(false);
      },
    ),
    { numRuns: countCases(150, 10_000) },
  );
});

test("unknown, within bounded time, for an answer with very large or forbidden additional content", () => {
  const before = process.cpuUsage();
  for (const { xml, operations } of answers.slice(0, 1)) {
    const filled = [
      xml.replace("</Transaction>", `${"<a>".repeat(50_000)}</Transaction>`),
      xml.replace("</Transaction>", `<a>${"x".repeat(1_100_000)}</a></Transaction>`),
      xml.replace("</Transaction>", `<!-- ${"-".repeat(1_000_000)}`),
      `${xml}${xml}`,
      xml.replace("<GVPSResponse>", '<!DOCTYPE a [<!ENTITY b SYSTEM "https://bank.example/entity">]><GVPSResponse>&b;'),
      xml.replace("<GVPSResponse>", "\u0000<GVPSResponse>"),
    ];
    for (const text of filled) {
      for (const operation of operations) expect(decodeBytes(operation, Buffer.from(text)).kind).toBe("unknown");
    }
  }
  expect(process.cpuUsage(before).user / 1_000, "ms of the processor").toBeLessThan(20_000);
});
