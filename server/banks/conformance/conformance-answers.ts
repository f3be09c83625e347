import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operation, OperationKind, Outcome } from "../bank";
import { maxMessageBytes } from "../wire";
import { buildOperations, type ConformanceSubject } from "./conformance-subject";

/** Tests which outcomes a bank's answers may have: intact, damaged, of another order, and random ones. */
export function answerTests(subject: ConformanceSubject): void {
  readAnswers(subject);
  fuzzedAnswers(subject);
}

const doneAs: Readonly<Record<OperationKind, Outcome["kind"]>> = {
  prepare: "approved",
  resolve: "resolved",
  capture: "approved",
  void: "approved",
  credit: "approved",
  inquire: "paid",
  history: "history",
};

/** Returns whether the outcome would move money or accept a buyer as authenticated. */
const isPositive = (outcome: Outcome): boolean =>
  outcome.kind === "resolved"
    ? outcome.authentication.verdict === "authenticated"
    : ["approved", "paid", "voided", "history"].includes(outcome.kind);

const withText = (text: string, encoding: BufferEncoding = "utf8") => ({
  status: 200,
  contentType: "text/xml",
  body: Buffer.from(text, encoding),
});

function readAnswers(subject: ConformanceSubject): void {
  const { bank, answer } = subject;
  const operations = buildOperations(subject);
  const decode = (operation: Operation, text: string) => bank.decode(operation, withText(text), subject.account).kind;

  test("approved, resolved, paid or history for an operation that the bank did; declined for one that it refused", () => {
    for (const operation of operations) {
      expect(decode(operation, answer(operation, "done")), operation.kind).toBe(doneAs[operation.kind]);
      if (operation.kind === "history") continue;
      const refused = bank.decode(operation, withText(answer(operation, "refused")), subject.account);
      const verdict = refused.kind === "resolved" ? refused.authentication.verdict : refused.kind;
      expect(verdict, operation.kind).toBe(operation.kind === "resolve" ? "refused" : "declined");
    }
  });

  test("unknown for an answer cut at any character", () => {
    for (const operation of operations) {
      const whole = answer(operation, "done").trimEnd();
      for (let length = 0; length < whole.length; length += 1) {
        expect(decode(operation, whole.slice(0, length)), operation.kind).toBe("unknown");
      }
    }
  });

  test.each([
    ["an empty body", ""],
    ["an HTML page", "<html><body><h1>Approved</h1><p>00</p></body></html>"],
    ["JSON", '{"Response":"Approved","ProcReturnCode":"00"}'],
    ["another document", "<Answer><Response>Approved</Response><ProcReturnCode>00</ProcReturnCode></Answer>"],
    ["a document with entities of its own", '<!DOCTYPE x [<!ENTITY a "Approved">]><x>&a;</x>'],
  ])("unknown for %s", (_, text) => {
    for (const operation of operations) expect(decode(operation, text)).toBe("unknown");
  });

  test("unknown for an answer that is too large, in another charset than it declares, or repeated", () => {
    for (const operation of operations) {
      const whole = answer(operation, "done");
      expect(decode(operation, whole + " ".repeat(maxMessageBytes))).toBe("unknown");
      const bytes = Buffer.from(whole, "utf16le");
      expect(bank.decode(operation, { ...withText(""), body: bytes }, subject.account).kind).toBe("unknown");
      expect(decode(operation, whole + whole)).toBe("unknown");
    }
  });

  test("unknown for the answer to another order and for an answer that contradicts itself", () => {
    const { orderId } = subject.order;
    for (const operation of operations) {
      const replaced = answer(operation, "done").replaceAll(orderId, "ORDER000000000000009");
      const foreign = subject.answerForAnotherOrder?.(operation) ?? replaced;
      const outcome = bank.decode(operation, withText(foreign), subject.account);
      if (!subject.operationsWithoutOrderId?.includes(operation.kind)) {
        expect(outcome, operation.kind).toEqual({ kind: "unknown", cause: "mismatch" });
      }
      expect(decode(operation, answer(operation, "contradictory")), operation.kind).toBe("unknown");
    }
  });
}

function fuzzedAnswers(subject: ConformanceSubject): void {
  const operations = buildOperations(subject);
  const anyOperation = fc.constantFrom(...operations);
  test("never throws and never approves random bytes, or refusals with bytes cut, copied or overwritten", () => {
    fc.assert(
      fc.property(anyOperation, fc.uint8Array({ maxLength: 400 }), (operation, body) => {
        const { kind } = subject.bank.decode(operation, { ...withText(""), body }, subject.account);
        expect(kind).toBe("unknown");
      }),
    );
    const splice = fc.record({ from: fc.nat(2000), length: fc.nat(60), text: fc.string({ maxLength: 6 }) });
    fc.assert(
      fc.property(anyOperation, fc.array(splice, { minLength: 1, maxLength: 4 }), (operation, splices) => {
        const spliced = splices.reduce(
          (text, { from, length, text: inserted }) => {
            const at = from % text.length;
            return text.slice(0, at) + inserted + text.slice(at + length);
          },
          subject.answer(operation, "refused"),
        );
        const outcome = subject.bank.decode(operation, withText(spliced), subject.account);
        expect(isPositive(outcome)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
}
