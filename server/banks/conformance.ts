import { describe, expect, test } from "vitest";
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
    const form = bank.handoff(order, card, account);
    const names = form.fields.map(([name]) => name.toLowerCase());
    expect(form.action).toBe(account.endpoints.gate);
    expect(new Set(names).size).toBe(names.length);
    expect(form.fields.map(([, value]) => value)).toContain(order.orderId);
  });

  test("requests go to the shop's API and hold neither the card's number nor its code", () => {
    for (const operation of operationsOf(subject)) {
      const request = bank.encode(operation, account);
      expect(request.url).toBe(account.endpoints.api);
      expect(textOf(request.body)).toContain(order.orderId);
      expect(textOf(request.body)).not.toContain(card.pan.reveal());
      expect(textOf(request.body)).not.toContain(`>${card.cv2.reveal()}<`);
    }
  });
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
