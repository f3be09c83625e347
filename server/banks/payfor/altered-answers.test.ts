import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operation, Outcome } from "@/server/banks/bank";
import { maxMessageBytes } from "@/server/banks/wire";
import { order as ours } from "@/server/testing/banks/payfor-order";
import { countCases } from "@/server/testing/run/cases";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import fixture from "./fixtures/vectors.json";
import { decode } from "./response";

/** Published answers of real banks. The tests damage them as a network or a proxy could. */
const answers = fixture.vectors.flatMap(({ input }) => ("xml" in input ? [String(input.xml)] : []));
const cases = answers.flatMap((xml) => {
  const orderId = /<(?:TransId|OrderId)>([^<]+)</.exec(xml)?.[1] ?? "";
  return operationsOn(orderId).map((operation) => ({ xml, operation }));
});

function operationsOn(orderId: string): Operation[] {
  const onRecord = buildPlacedOrder(orderId);
  const order = { ...ours, orderId, amountKurus: 101n };
  return [
    { kind: "capture", order, proofs: {} },
    { kind: "void", ...onRecord, amountKurus: 101n },
    { kind: "credit", ...onRecord, amountKurus: 101n, refundKey: "R" },
    { kind: "inquire", ...onRecord },
    { kind: "history", ...onRecord },
  ];
}

const read = (operation: Operation, body: Uint8Array, contentType = "text/xml"): Outcome =>
  decode(operation, { status: 200, contentType, body });
const positive = (outcome: Outcome): boolean => ["approved", "paid", "history"].includes(outcome.kind);

/** Expects that an altered answer is not positive where the original was not, and of no other kind where it was. */
const neverGrants = (operation: Operation, xml: string, altered: Uint8Array, contentType?: string) => {
  const original = read(operation, Buffer.from(xml));
  const outcome = read(operation, altered, contentType);
  if (!positive(original)) expect(positive(outcome)).toBe(false);
  if (positive(original) && positive(outcome)) expect(outcome.kind).toBe(original.kind);
};

const anyCase = fc.constantFrom(...cases);

test("the unaltered answers give approved, declined, paid, voided, and unknown for a kind that we do not use", () => {
  const kinds = answers.map((xml) => {
    const { operation } = cases.find((one) => one.xml === xml && one.operation.kind === operationFor(xml)) ?? {};
    return operation && read(operation, Buffer.from(xml)).kind;
  });
  expect(kinds).toEqual(["approved", "declined", "paid", "voided", "unknown"]);
});

const operationFor = (xml: string) => (xml.includes("TxnStatus") ? "inquire" : "capture");

test("unknown for an answer that is cut", () => {
  for (const { xml, operation } of cases) {
    const whole = Buffer.from(xml.trimEnd());
    for (let length = 0; length < whole.length; length += 29) {
      expect(read(operation, whole.subarray(0, length)).kind).toBe("unknown");
    }
  }
});

test("returns the same outcome for any order of the elements", () => {
  const shuffled = fc.shuffledSubarray.bind(fc);
  fc.assert(
    fc.property(anyCase, fc.gen(), ({ xml, operation }, gen) => {
      const elements = xml.match(/<(\w+)>[^<]*<\/\1>/g) ?? [];
      const order = gen(shuffled, elements, { minLength: elements.length });
      const altered = `<PayforResponse>${order.join("")}</PayforResponse>`;
      expect(read(operation, Buffer.from(altered))).toEqual(read(operation, Buffer.from(xml)));
    }),
  );
});

test("unknown when any element is repeated, with the same text or another", () => {
  fc.assert(
    fc.property(anyCase, fc.nat(), fc.constantFrom("", "00", "Y", "1.01"), ({ xml, operation }, at, text) => {
      const elements = xml.match(/<(\w+)>[^<]*<\/\1>/g) ?? [];
      const twin = (elements[at % elements.length] ?? "").replace(/>[^<]*</, `>${text}<`);
      const altered = xml.replace("</PayforResponse>", `${twin}</PayforResponse>`);
      expect(read(operation, Buffer.from(altered)).kind).toBe("unknown");
    }),
  );
});

const alterations: readonly [what: string, alter: (xml: string) => fc.Arbitrary<Uint8Array>][] = [
  [
    "elements left out",
    (xml) => {
      const elements = xml.match(/<(\w+)>[^<]*<\/\1>/g) ?? [];
      return fc.subarray(elements).map((left) => Buffer.from(`<PayforResponse>${left.join("")}</PayforResponse>`));
    },
  ],
  [
    "a byte flipped",
    (xml) =>
      fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(([at, mask]) => {
        const bytes = Buffer.from(xml);
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ mask;
        return bytes;
      }),
  ],
  [
    "codes, states and amounts overwritten",
    (xml) => {
      const name = fc.constantFrom("ProcReturnCode", "TxnStatus", "TxnType", "IsVoided", "PurchAmount");
      const text = fc.oneof(fc.constantFrom("", "V000", "V033", "P", "N", "true", "0"), fc.string());
      return fc.tuple(name, text).map(([changed, value]) => {
        const element = new RegExp(`<${changed}>[^<]*</${changed}>`);
        const written = value.replace(/[^\w .-]/g, "").trim();
        // The exact values of an approval would replace the refusal instead of altering it.
        const harmless = ["00", "Y", "Auth", "Refund"].includes(written) ? "" : written;
        return Buffer.from(xml.replace(element, `<${changed}>${harmless}</${changed}>`));
      });
    },
  ],
];

test.each(alterations)("never positive for an original that was not: %s", (_, alter) => {
  const altered = anyCase.chain((one) => alter(one.xml).map((body) => ({ ...one, body })));
  fc.assert(
    fc.property(altered, ({ operation, xml, body }) => neverGrants(operation, xml, body)),
    { numRuns: countCases(150, 10_000) },
  );
});

test("unknown for an answer in another charset than it declares, too large, or never closed", () => {
  for (const { xml, operation } of cases) {
    expect(read(operation, Buffer.from(xml, "utf16le")).kind).toBe("unknown");
    expect(read(operation, Buffer.from(`${xml}${" ".repeat(maxMessageBytes)}`)).kind).toBe("unknown");
    expect(read(operation, Buffer.from("<PayforResponse>".repeat(5000))).kind).toBe("unknown");
    const latin = Buffer.from(xml.replaceAll("John Doe", "Ş\u0131\u00fc"), "latin1");
    neverGrants(operation, xml, latin);
    neverGrants(operation, xml, latin, "text/xml; charset=ISO-8859-9");
  }
});
