import { describe, expect, test } from "vitest";
import type { Operation, WireRequest } from "../bank";
import { answerTests } from "./conformance-answers";
import { returnTests } from "./conformance-return";
import { type ConformanceSubject, operationsOf } from "./conformance-subject";

/** What every bank has to hold to, whatever its protocol: a doubtful message moves no money. */
export function bankConformance(subject: ConformanceSubject): void {
  describe("requests", () => requestTests(subject));
  describe("3-D Secure return", () => returnTests(subject));
  describe("answers", () => answerTests(subject));
}

function requestTests(subject: ConformanceSubject): void {
  const { bank, account, order, card } = subject;

  test("the form goes to the shop's gate and names each field once", () => {
    const form = bank.handoff(order, card, account, subject.prepared);
    const names = form.fields.map(([name]) => name.toLowerCase());
    expect(form.action).toBe(account.endpoints.gate);
    expect(new Set(names).size).toBe(names.length);
    const values = form.fields.map(([, value]) => value);
    for (const told of Object.values(subject.prepared ?? { orderId: order.orderId })) {
      expect(values).toContain(told);
    }
    if (subject.prepared) {
      expect(values.join()).not.toContain(card.pan.reveal());
      expect(values).not.toContain(card.cv2.reveal());
    }
  });

  test("requests go to the shop's API, name the order or its sale, and hold neither the card's number nor its code", () => {
    for (const operation of operationsOf(subject)) {
      const request = bank.encode(operation, account);
      const text = textOf(request);
      expect(request.url).toBe(account.endpoints.api);
      expect(text.includes(order.orderId) || namesSale(text, operation), operation.kind).toBe(true);
      const isWithCard = operation.kind === "prepare";
      expect(text.includes(card.pan.reveal()), operation.kind).toBe(isWithCard);
      expect(text.includes(`>${card.cv2.reveal()}<`), operation.kind).toBe(isWithCard);
    }
  });
}

/** Some banks void by the reference that they gave the sale. */
const namesSale = (text: string, operation: Operation): boolean =>
  operation.kind === "void" && text.includes(operation.references.transactionId ?? operation.orderId);

/** Headers and body; a form as it reads. */
const textOf = ({ headers, body }: WireRequest): string => {
  const text = Buffer.from(body).toString("latin1");
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  return JSON.stringify(headers) + (isForm ? decodeURIComponent(text.replaceAll("+", " ")) : text);
};
