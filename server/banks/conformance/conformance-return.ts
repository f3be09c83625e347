import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReturnFields } from "../bank";
import { applyChanges, arbitraryChange, changeField } from "./conformance-fields";
import { resolutionTests } from "./conformance-resolution";
import type { ConformanceSubject } from "./conformance-subject";

/** Tests which returns of 3-D Secure are accepted: genuine, altered, forged and random ones (D-51). */
export function returnTests(subject: ConformanceSubject): void {
  if (subject.resolution) {
    resolutionTests(subject, subject.resolution);
    return;
  }
  verdicts(subject);
  forgeries(subject);
  fuzzedReturns(subject);
}

function verdicts(subject: ConformanceSubject): void {
  const { bank, account, order, statuses, callback, sign, names } = subject;
  const genuine = callback(statuses.authenticated);
  const verdict = (fields: ReturnFields, sent = order) => bank.readReturn(fields, sent, account).verdict;

  test("authenticated for the genuine return in any order and case of names", () => {
    expect(bank.readReturn(genuine, order, account)).toMatchObject({
      verdict: "authenticated",
      orderId: order.orderId,
    });
    expect(verdict(genuine.toReversed())).toBe("authenticated");
    expect(verdict(genuine.map(([name, value]) => [name.toUpperCase(), value]))).toBe("authenticated");
  });

  test.each([...statuses.others])("not authenticated for status %j", (status) => {
    expect(bank.readReturn(callback(status), order, account)).toMatchObject({
      verdict: "not_authenticated",
      orderId: order.orderId,
      mdStatus: status,
    });
  });

  test.each([
    ["order", names.orderId, "ORDER000000000000009"],
    ["amount", names.amount, "0.01"],
    ["amount", names.currency, "840"],
    ["amount", names.installment, "12"],
  ])("refused (%s) for a return that the bank signed with another value of %s", (why, name, value) => {
    const fields = sign(changeField(genuine, name, value));
    expect(bank.readReturn(fields, order, account)).toEqual({ verdict: "refused", why });
  });

  test("refused for a genuine return when another order, amount, count, nonce or address was sent", () => {
    expect(verdict(genuine, { ...order, orderId: "ORDER000000000000009" })).toBe("refused");
    expect(verdict(genuine, { ...order, amountKurus: order.amountKurus + 1n })).toBe("refused");
    expect(verdict(genuine, { ...order, installment: order.installment + 1 })).toBe("refused");
    if (!subject.hasNoNonce) expect(verdict(genuine, { ...order, nonce: "another" })).toBe("refused");
    expect(verdict(genuine, { ...order, callbackUrl: `${order.callbackUrl}x` })).toBe("refused");
  });
}

function forgeries({ bank, account, order, statuses, callback, sign, names }: ConformanceSubject): void {
  const genuine = callback(statuses.authenticated);
  const verdict = (fields: ReturnFields) => bank.readReturn(fields, order, account).verdict;
  const signed = genuine.map(([name]) => name).filter((name) => !names.unsigned.includes(name));

  test("refused when any signed field is altered after the bank signed", () => {
    for (const name of signed) {
      const value = genuine.find((field) => field[0] === name)?.[1] ?? "";
      for (const forged of [`${value}1`, value.slice(1), "", "1", value.toLowerCase(), value.toUpperCase()]) {
        if (forged !== value) expect(verdict(changeField(genuine, name, forged)), name).toBe("refused");
      }
    }
  });

  test("refused when a mandatory field is missing or renamed, signed or not", () => {
    for (const name of names.mandatory) {
      const missing = genuine.filter((field) => field[0] !== name);
      const renamed = genuine.map((field) => (field[0] === name ? ([`${name}0`, field[1]] as const) : field));
      for (const fields of [missing, renamed]) expect(verdict(fields), name).toBe("refused");
      if (name === names.signature) continue;
      for (const fields of [missing, renamed]) expect(verdict(sign(fields)), name).toBe("refused");
    }
  });

  test("refused when a field is repeated in any case of its name, signed or not", () => {
    for (const [name, value] of genuine) {
      for (const twin of [name, name.toUpperCase(), name.toLowerCase()]) {
        const fields: ReturnFields = [...genuine, [twin, value]];
        expect(verdict(fields), twin).toBe("refused");
        if (name !== names.signature) expect(verdict(sign(fields)), twin).toBe("refused");
      }
    }
  });

  test("refused (fields) when a field of an unknown name is added, even when signed", () => {
    const fields: ReturnFields = [...genuine, ["surprise", ""]];
    expect(bank.readReturn(sign(fields), order, account)).toEqual({ verdict: "refused", why: "fields" });
    expect(verdict(fields)).toBe("refused");
  });

  test("refused for a return without fields", () => expect(verdict([])).toBe("refused"));
}

function fuzzedReturns({ bank, account, order, statuses, callback }: ConformanceSubject): void {
  const failed = callback(statuses.others[0] ?? "");
  const change = arbitraryChange(failed, [statuses.authenticated, "", "00", "Approved"]);

  test("never throws and never authenticates a failed return, however its fields are moved or altered", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const fields = applyChanges(changes, failed);
        expect(bank.readReturn(fields, order, account).verdict).not.toBe("authenticated");
      }),
      { numRuns: 500 },
    );
  });
}
