import fc from "fast-check";
import { expect, test } from "vitest";
import type { Authentication, BankOrder, Outcome, Proofs, ReturnFields } from "../bank";
import { applyChanges, arbitraryChange, changeField } from "./conformance-fields";
import type { ConformanceSubject, ResolutionSubject } from "./conformance-subject";

/**
 * Tests a protocol whose return only the bank can read. The pair of the browser's return and the bank's answer to
 * `resolve` has to meet the same demands as a signed return of the other protocols.
 */
export function resolutionTests(subject: ConformanceSubject, resolution: ResolutionSubject): void {
  const pair = createPair(subject, resolution);
  broughtReturns(subject, resolution);
  verdicts(subject, resolution, pair);
  alteredAnswers(subject, resolution, pair);
  fuzzedPairs(subject, resolution);
}

type Judgement = Authentication | Exclude<Outcome, { kind: "resolved" }>;

interface Pair {
  /** Returns the judgement of the genuine return together with an answer of these elements. */
  judge(elements: ReturnFields, sent?: BankOrder): Judgement;
  /** Returns the same judgement as its verdict or outcome kind. */
  verdict(elements: ReturnFields, sent?: BankOrder): string;
}

const xml = (text: string) => ({ status: 200, contentType: "text/xml", body: Buffer.from(text) });

/** Passes a return through `readReturn` and, when that leaves it unresolved, the bank's answer through `decode`. */
function judgePair(
  { bank, account }: ConformanceSubject,
  sent: BankOrder,
  fields: ReturnFields,
  text: string,
): Judgement {
  const read = bank.readReturn(fields, sent, account);
  if (read.verdict !== "unresolved") return read;
  const outcome = bank.decode({ kind: "resolve", order: sent, proofs: read.proofs }, xml(text), account);
  return outcome.kind === "resolved" ? outcome.authentication : outcome;
}

function createPair(subject: ConformanceSubject, { write, informative }: ResolutionSubject): Pair {
  const genuine = subject.callback(subject.statuses.authenticated);
  // Without the readable fields, which would refuse another order's return before the bank is asked.
  const bare = genuine.filter(([name]) => !Object.values(informative).includes(name));
  const judge = (elements: ReturnFields, sent = subject.order) => judgePair(subject, sent, bare, write(elements));
  return {
    judge,
    verdict(elements, sent) {
      const outcome = judge(elements, sent);
      return "verdict" in outcome ? outcome.verdict : outcome.kind;
    },
  };
}

function broughtReturns({ bank, account, order, callback, statuses }: ConformanceSubject, of: ResolutionSubject) {
  const genuine = callback(statuses.authenticated);
  const read = (fields: ReturnFields) => bank.readReturn(fields, order, account);
  const proofs: Proofs = Object.fromEntries(genuine.filter(([name]) => of.fields.includes(name)));

  test("unresolved, with the packets for the bank, for the genuine return in any order and case of names", () => {
    const unresolved = { verdict: "unresolved", proofs };
    expect(Object.keys(proofs)).toHaveLength(of.fields.length);
    expect(read(genuine)).toEqual(unresolved);
    expect(read(genuine.toReversed())).toEqual(unresolved);
    expect(read(genuine.map(([name, value]) => [name.toUpperCase(), value]))).toEqual(unresolved);
    expect(read(genuine.filter(([name]) => of.fields.includes(name)))).toEqual(unresolved);
  });

  test("refused when a field is missing, empty, renamed, repeated or unknown", () => {
    for (const name of of.fields) {
      const others = genuine.filter((field) => field[0] !== name);
      for (const instead of [[], [[name, ""]], [[`${name}0`, proofs[name] ?? ""]]] as const) {
        expect(read([...others, ...instead]).verdict, name).toBe("refused");
      }
    }
    for (const [name, value] of genuine) {
      for (const twin of [name, name.toUpperCase(), name.toLowerCase()]) {
        const refused = { verdict: "refused", why: "fields" };
        expect(read([...genuine, [twin, value]]), twin).toEqual(refused);
      }
    }
    expect(read([...genuine, ["surprise", ""]])).toEqual({ verdict: "refused", why: "fields" });
    expect(read([]).verdict).toBe("refused");
  });

  test.each([
    ["order", of.informative.orderId, "ORDER000000000000009"],
    ["amount", of.informative.amount, "1"],
  ])("refused (%s), without asking the bank, for another value of the readable field %s", (why, name, value) => {
    expect(read(changeField(genuine, name, value))).toEqual({ verdict: "refused", why });
  });
}

function verdicts(subject: ConformanceSubject, { elements, sign, fields }: ResolutionSubject, pair: Pair) {
  const { order, statuses, names, callback } = subject;
  const { orderId } = order;
  const genuine = elements(statuses.authenticated);

  test("authenticated for full authentication, with the fields that were sent to the bank as proofs", () => {
    const brought = callback(statuses.authenticated).filter(([name]) => fields.includes(name));
    const proofs = Object.fromEntries(brought);
    expect(pair.judge(genuine)).toEqual({ verdict: "authenticated", orderId, proofs });
    expect(pair.verdict(genuine.toReversed())).toBe("authenticated");
  });

  test.each([...statuses.others])("not authenticated for status %j", (mdStatus) => {
    expect(pair.judge(elements(mdStatus))).toEqual({ verdict: "not_authenticated", orderId, mdStatus });
  });

  test.each([
    ["order", names.orderId, "ORDER000000000000009"],
    ["amount", names.amount, "1"],
    ["amount", names.currency, "US"],
    ["amount", names.installment, "12"],
  ])("refused (%s) for an answer that the bank signed with another value of %s", (why, name, value) => {
    expect(pair.judge(sign(changeField(genuine, name, value)))).toEqual({ verdict: "refused", why });
  });

  test("refused for a genuine answer when another order, amount or installment count was sent", () => {
    expect(pair.verdict(genuine, { ...order, orderId: "ORDER000000000000009" })).toBe("refused");
    expect(pair.verdict(genuine, { ...order, amountKurus: order.amountKurus + 1n })).toBe("refused");
    expect(pair.verdict(genuine, { ...order, installment: order.installment + 1 })).toBe("refused");
  });
}

function alteredAnswers(subject: ConformanceSubject, of: ResolutionSubject, pair: Pair): void {
  const { statuses, names } = subject;
  const { elements, sign } = of;
  const genuine = elements(statuses.authenticated);

  test("unknown when any signed element is altered after the bank signed, whatever the status", () => {
    for (const status of [statuses.authenticated, ...statuses.others]) {
      const signed = elements(status).filter(([name]) => !names.unsigned.includes(name));
      for (const [name, value] of signed) {
        for (const forged of [`${value}1`, value.slice(1), "", "1", value.toLowerCase(), value.toUpperCase()]) {
          if (forged === value) continue;
          expect(pair.verdict(changeField(elements(status), name, forged)), name).toBe("unknown");
        }
      }
    }
  });

  test("unknown when a mandatory element is missing, renamed or repeated, signed or not", () => {
    for (const name of names.mandatory) {
      const missing = genuine.filter((element) => element[0] !== name);
      const value = genuine.find((element) => element[0] === name)?.[1] ?? "";
      for (const broken of [missing, [...missing, [`${name}0`, value]], [...genuine, [name, value]]] as const) {
        expect(pair.verdict(broken), name).toBe("unknown");
        if (name !== names.signature) expect(pair.verdict(sign(broken)), name).toBe("unknown");
      }
    }
  });
}

function fuzzedPairs(subject: ConformanceSubject, { elements, write }: ResolutionSubject): void {
  const { order, statuses, callback } = subject;
  const tempting = [statuses.authenticated, "", "00", "Y"];
  const isInvalidName = (name: string): boolean => !/^[A-Za-z_]\w*$/.test(name);
  const judgeReturn = (brought: ReturnFields, text: string) => judgePair(subject, order, brought, text);

  test("never throws and never authenticates a failed pair, however its fields and elements are moved or altered", () => {
    const failedReturn = callback(statuses.others[0] ?? "");
    const form = fc.array(arbitraryChange(failedReturn, tempting), { maxLength: 4 });
    const status = fc.constantFrom(...statuses.others);
    const failed = elements(statuses.others[0] ?? "");
    const answer = fc.array(arbitraryChange(failed, tempting), { maxLength: 8 });
    fc.assert(
      fc.property(form, status, answer, (formChanges, answered, answerChanges) => {
        const altered = applyChanges(answerChanges, elements(answered)).filter(([name]) => !isInvalidName(name));
        const outcome = judgeReturn(applyChanges(formChanges, failedReturn), write(altered));
        expect(outcome).not.toHaveProperty("verdict", "authenticated");
      }),
      { numRuns: 500 },
    );
  });
}
