import fc from "fast-check";
import { expect, test } from "vitest";
import type { BankAccount, Operation, Outcome } from "@/server/banks/bank";
import { parseXmlText, type XmlContent, type XmlElement } from "@/server/banks/wire";
import { Secret } from "@/server/domain/secret";
import { account, answerText, card, order, unknownReferences } from "@/server/testing/banks/posnet-order";
import { countCases } from "@/server/testing/run/cases";
import fixture from "./fixtures/vectors.json";
import { decode } from "./response";

// Real answers of the bank, damaged. No damage may turn an answer that is not positive into a positive one.

interface Original {
  readonly xml: string;
  readonly operation: Operation;
  readonly by: BankAccount;
}

const withXml = fixture.vectors.filter((vector) => "xml" in vector.input);

/** Each published answer, combined with every operation that it could answer. */
const originals: readonly Original[] = withXml.flatMap((vector) => {
  const { xml = "" } = vector.input as { xml?: string };
  const shop = (vector.input as { account?: { merchantId: string; terminalId: string; encKey: string } }).account;
  const by = {
    ...account,
    orderPrefix: "TDS_",
    ...(shop && {
      merchantId: shop.merchantId,
      terminalNo: shop.terminalId,
      storeKey: new Secret(shop.encKey),
    }),
  };
  const orderId = /<(?:xid|orderID)>(?:TDS_)?(\w{20})</.exec(xml)?.[1] ?? order.orderId;
  const amountKurus = BigInt(/<amount>(\d+)</.exec(xml)?.[1] ?? "116");
  const sent = { ...order, orderId, amountKurus, installment: 1 };
  const placed = { orderId, references: unknownReferences, buyerIp: "" };
  const operations: readonly Operation[] = [
    { kind: "prepare", order: sent, card },
    { kind: "resolve", order: sent, proofs: {} },
    { kind: "capture", order: sent, proofs: {} },
    { kind: "void", ...placed, amountKurus },
    { kind: "credit", ...placed, amountKurus, refundKey: "R" },
    { kind: "inquire", ...placed },
    { kind: "history", ...placed },
  ];
  return operations.map((operation) => ({ xml, operation, by }));
});

const read = ({ operation, by }: Original, body: Uint8Array): Outcome =>
  decode(operation, { status: 200, contentType: "text/xml", body }, by);

/** Returns whether the outcome would move money or accept a buyer as authenticated. */
const isPositive = (outcome: Outcome): boolean =>
  outcome.kind === "resolved"
    ? outcome.authentication.verdict === "authenticated"
    : ["approved", "paid", "voided", "history"].includes(outcome.kind);

const whole = originals.map((original) => ({ original, outcome: read(original, Buffer.from(original.xml)) }));
const negative = whole.filter(({ outcome }) => !isPositive(outcome)).map(({ original }) => original);
const positive = whole.filter(({ outcome }) => isPositive(outcome)).map(({ original }) => original);
const any = fc.constantFrom(...originals);

test("a positive outcome only for genuine answers; the approved charge also passes for a void and a credit", () => {
  const kinds = positive.map(({ operation }) => operation.kind);
  // The answers to a void and a credit are not signed.
  expect(kinds.toSorted()).toEqual(["credit", "history", "inquire", "resolve", "void"]);
  expect(originals).toHaveLength(8 * 7);
});

test("unknown for an answer that is cut, repeated, or padded beyond the size limit", () => {
  fc.assert(
    fc.property(any, fc.nat(), (original, at) => {
      const text = original.xml.trimEnd();
      const cut = Buffer.from(text.slice(0, at % text.length));
      expect(read(original, cut).kind).toBe("unknown");
      expect(read(original, Buffer.from(text + text)).kind).toBe("unknown");
    }),
  );
  for (const original of originals) {
    const padded = Buffer.from(original.xml.replace("<approved>", `<x>${"0".repeat(1_100_000)}</x><approved>`));
    expect(read(original, padded).kind).toBe("unknown");
  }
});

test("unknown for an answer in which any element is repeated", () => {
  for (const original of originals) {
    for (const [element, name = ""] of original.xml.matchAll(/<(\w+)>[^<]*<\/\1>/g)) {
      const twice = original.xml.replace(element, element + element.replaceAll(name, name.toUpperCase()));
      expect(read(original, Buffer.from(twice)).kind, `${original.operation.kind} ${name}`).toBe("unknown");
    }
  }
});

const reversed = ({ children }: XmlElement): XmlContent =>
  children.map((child) => [child.name, child.children.length > 0 ? reversed(child) : child.text] as const).reverse();

test("returns the same outcome for elements in another order", () => {
  for (const original of originals) {
    const root = parseXmlText(original.xml);
    const reordered = Buffer.from(answerText(root ? reversed(root) : []));
    expect(read(original, reordered)).toEqual(read(original, Buffer.from(original.xml)));
  }
});

test("never positive for an original that was not, with flipped bits and any declared charset", () => {
  const damage = fc.record({
    at: fc.nat(),
    bit: fc.nat(7),
    claim: fc.constantFrom("", "utf-16", "x", "utf-8"),
  });
  fc.assert(
    fc.property(fc.constantFrom(...negative), fc.array(damage, { minLength: 1, maxLength: 4 }), (original, hits) => {
      const claim = hits[0]?.claim ?? "";
      const text = claim === "" ? original.xml : original.xml.replace(/encoding=(['"])[^'"]+/, `encoding=$1${claim}`);
      const body = Buffer.from(text);
      // `approved` stays unchanged, because changing it would make a genuine approval.
      const skipped = body.indexOf("</approved>") + 1;
      for (const { at, bit } of hits) {
        const index = skipped + (at % (body.length - skipped));
        body[index] = (body[index] ?? 0) ^ (1 << bit);
      }
      expect(isPositive(read(original, body))).toBe(false);
    }),
    { numRuns: countCases(250, 10_000) },
  );
});

test("never positive for a signed answer with any byte changed that the mac covers", () => {
  const signed = positive.filter(({ operation }) => operation.kind === "resolve");
  expect(signed).toHaveLength(1);
  for (const original of signed) {
    for (const name of ["xid", "amount", "currency", "mdStatus", "mac"]) {
      const start = original.xml.indexOf(`<${name}>`) + name.length + 2;
      for (let index = start; original.xml[index] !== "<"; index += 1) {
        const body = Buffer.from(original.xml);
        body[index] = (body[index] ?? 0) ^ 1;
        expect(isPositive(read(original, body)), name).toBe(false);
      }
    }
  }
});
