import { describe, expect, test } from "vitest";
import type { Operation, WireRequest } from "../bank";
import { answerTests } from "./conformance-answers";
import { recordTests } from "./conformance-records";
import { returnTests } from "./conformance-return";
import { buildOperations, type ConformanceSubject } from "./conformance-subject";

/** Defines the tests that every connector must pass. Their common rule: a doubtful message moves no money (B-1). */
export function bankConformance(subject: ConformanceSubject): void {
  describe("requests", () => requestTests(subject));
  describe("3-D Secure return", () => returnTests(subject));
  describe("answers", () => answerTests(subject));
  describe("records", () => recordTests(subject));
}

function requestTests(subject: ConformanceSubject): void {
  const { bank, account, order, card } = subject;

  test("the form goes to the shop's gate and names each field once", () => {
    const form = bank.buildBankForm(order, card, account, subject.prepared);
    const names = form.fields.map(([name]) => name.toLowerCase());
    expect(form.action).toBe(account.endpoints.gate);
    expect(new Set(names).size).toBe(names.length);
    const values = form.fields.map(([, value]) => value);
    for (const sent of Object.values(subject.prepared ?? { orderId: order.orderId })) {
      expect(values).toContain(sent);
    }
    if (subject.prepared) {
      expect(values.join()).not.toContain(card.pan.reveal());
      expect(values).not.toContain(card.cv2.reveal());
    }
  });

  test("requests go to the shop's API, name the order or its sale, and contain the card only in prepare", () => {
    for (const operation of buildOperations(subject)) {
      const request = bank.encode(operation, account);
      const text = readableText(request);
      expect(request.url).toBe(account.endpoints.api);
      expect(text.includes(order.orderId) || namesSale(text, operation), operation.kind).toBe(true);
      const isWithCard = operation.kind === "prepare";
      expect(text.includes(card.pan.reveal()), operation.kind).toBe(isWithCard);
      expect(text.includes(`>${card.cv2.reveal()}<`), operation.kind).toBe(isWithCard);
    }
  });
}

/** Returns whether a void names the sale by the bank's reference, as at some banks. */
const namesSale = (text: string, operation: Operation): boolean =>
  operation.kind === "void" && text.includes(operation.references.transactionId ?? operation.orderId);

/** Returns headers and body as text; a form body is decoded. */
const readableText = ({ headers, body }: WireRequest): string => {
  const text = Buffer.from(body).toString("latin1");
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  return JSON.stringify(headers) + (isForm ? decodeURIComponent(text.replaceAll("+", " ")) : text);
};
