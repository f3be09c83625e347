import fc from "fast-check";
import { expect, test } from "vitest";
import type { Authentication, BankOrder, Outcome, Proofs, ReturnFields } from "../bank";
import { applied, changeField, changesOf } from "./conformance-fields";
import type { ConformanceSubject, ResolutionSubject } from "./conformance-subject";

/** What is asked of a signed return is asked here of the pair: what the browser brings, and what the bank says of it. */
export function resolutionTests(subject: ConformanceSubject, resolution: ResolutionSubject): void {
  const pair = pairOf(subject, resolution);
  broughtReturns(subject, resolution);
  verdicts(subject, resolution, pair);
  alteredAnswers(subject, resolution, pair);
  fuzzedPairs(subject, resolution);
}

type Said = Authentication | Exclude<Outcome, { kind: "resolved" }>;

interface Pair {
  /** What becomes of the genuine return when the bank says this of it. */
  said(elements: ReturnFields, sent?: BankOrder): Said;
  /** The same in a word. */
  verdict(elements: ReturnFields, sent?: BankOrder): string;
}

const xml = (text: string) => ({ status: 200, contentType: "text/xml", body: Buffer.from(text) });

/** A browser's return and the bank's answer, through both doors. */
function judge(
  { bank, account }: ConformanceSubject,
  sent: BankOrder,
  fields: ReturnFields,
  text: string,
): Said {
  const read = bank.readReturn(fields, sent, account);
  if (read.verdict !== "unresolved") return read;
  const outcome = bank.decode({ kind: "resolve", order: sent, proofs: read.proofs }, xml(text), account);
  return outcome.kind === "resolved" ? outcome.authentication : outcome;
}

function pairOf(subject: ConformanceSubject, { write, informative }: ResolutionSubject): Pair {
  const genuine = subject.callback(subject.statuses.authenticated);
  // Without what stands in clear, which would refuse another order's return before the bank is asked.
  const bare = genuine.filter(([name]) => !Object.values(informative).includes(name));
  const said = (elements: ReturnFields, sent = subject.order) => judge(subject, sent, bare, write(elements));
  return {
    said,
    verdict(elements, sent) {
      const outcome = said(elements, sent);
      return "verdict" in outcome ? outcome.verdict : outcome.kind;
    },
  };
}

function broughtReturns(
  { bank, account, order, callback, statuses }: ConformanceSubject,
  of: ResolutionSubject,
) {
  const genuine = callback(statuses.authenticated);
  const read = (fields: ReturnFields) => bank.readReturn(fields, order, account);
  const proofs: Proofs = Object.fromEntries(genuine.filter(([name]) => of.fields.includes(name)));

  test("unresolved, with what the bank is to be asked about, for the genuine return in whatever order or case", () => {
    const unresolved = { verdict: "unresolved", proofs };
    expect(Object.keys(proofs)).toHaveLength(of.fields.length);
    expect(read(genuine)).toEqual(unresolved);
    expect(read(genuine.toReversed())).toEqual(unresolved);
    expect(read(genuine.map(([name, value]) => [name.toUpperCase(), value]))).toEqual(unresolved);
    expect(read(genuine.filter(([name]) => of.fields.includes(name)))).toEqual(unresolved);
  });

  test("refused when a field is missing, empty, has another name, comes twice, or is not known", () => {
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
  ])("refused (%s) without asking for another value in clear under %s", (why, name, value) => {
    expect(read(changeField(genuine, name, value))).toEqual({ verdict: "refused", why });
  });
}

function verdicts(subject: ConformanceSubject, { elements, sign, fields }: ResolutionSubject, pair: Pair) {
  const { order, statuses, names, callback } = subject;
  const { orderId } = order;
  const genuine = elements(statuses.authenticated);

  test("authenticated, with the very fields that the bank was asked about as proofs, for full authentication", () => {
    const brought = callback(statuses.authenticated).filter(([name]) => fields.includes(name));
    const proofs = Object.fromEntries(brought);
    expect(pair.said(genuine)).toEqual({ verdict: "authenticated", orderId, proofs });
    expect(pair.verdict(genuine.toReversed())).toBe("authenticated");
  });

  test.each([...statuses.others])("not authenticated for status %j", (mdStatus) => {
    expect(pair.said(elements(mdStatus))).toEqual({ verdict: "not_authenticated", orderId, mdStatus });
  });

  test.each([
    ["order", names.orderId, "ORDER000000000000009"],
    ["amount", names.amount, "1"],
    ["amount", names.currency, "US"],
    ["amount", names.installment, "12"],
  ])("refused (%s) for an element %s that the bank signed with another value", (why, name, value) => {
    expect(pair.said(sign(changeField(genuine, name, value)))).toEqual({ verdict: "refused", why });
  });

  test("refused for the genuine answer of anything else that was sent", () => {
    expect(pair.verdict(genuine, { ...order, orderId: "ORDER000000000000009" })).toBe("refused");
    expect(pair.verdict(genuine, { ...order, amountKurus: order.amountKurus + 1n })).toBe("refused");
    expect(pair.verdict(genuine, { ...order, installment: order.installment + 1 })).toBe("refused");
  });
}

function alteredAnswers(subject: ConformanceSubject, of: ResolutionSubject, pair: Pair): void {
  const { statuses, names } = subject;
  const { elements, sign } = of;
  const genuine = elements(statuses.authenticated);

  test("unknown when any signed element is altered after the bank signed, whatever it says", () => {
    for (const status of [statuses.authenticated, ...statuses.others]) {
      const signed = elements(status).filter(([name]) => !names.unsigned.includes(name));
      for (const [name, value] of signed) {
        for (const forged of [
          `${value}1`,
          value.slice(1),
          "",
          "1",
          value.toLowerCase(),
          value.toUpperCase(),
        ]) {
          if (forged === value) continue;
          expect(pair.verdict(changeField(elements(status), name, forged)), name).toBe("unknown");
        }
      }
    }
  });

  test("unknown when a mandatory element is missing, renamed, or comes twice, signed or not", () => {
    for (const name of names.mandatory) {
      const missing = genuine.filter((element) => element[0] !== name);
      const value = genuine.find((element) => element[0] === name)?.[1] ?? "";
      for (const broken of [
        missing,
        [...missing, [`${name}0`, value]],
        [...genuine, [name, value]],
      ] as const) {
        expect(pair.verdict(broken), name).toBe("unknown");
        if (name !== names.signature) expect(pair.verdict(sign(broken)), name).toBe("unknown");
      }
    }
  });
}

function fuzzedPairs(subject: ConformanceSubject, { elements, write }: ResolutionSubject): void {
  const { order, statuses, callback } = subject;
  const tempting = [statuses.authenticated, "", "00", "Y"];
  const nameless = (name: string): boolean => !/^[A-Za-z_]\w*$/.test(name);
  const verdictOf = (brought: ReturnFields, text: string) => judge(subject, order, brought, text);

  test("never authenticated, never a throw: a failed pair however its fields and elements are moved or altered", () => {
    const failedReturn = callback(statuses.others[0] ?? "");
    const form = fc.array(changesOf(failedReturn, tempting), { maxLength: 4 });
    const status = fc.constantFrom(...statuses.others);
    const failed = elements(statuses.others[0] ?? "");
    const answer = fc.array(changesOf(failed, tempting), { maxLength: 8 });
    fc.assert(
      fc.property(form, status, answer, (formChanges, said, answerChanges) => {
        const altered = applied(answerChanges, elements(said)).filter(([name]) => !nameless(name));
        const outcome = verdictOf(applied(formChanges, failedReturn), write(altered));
        expect(outcome).not.toHaveProperty("verdict", "authenticated");
      }),
      { numRuns: 500 },
    );
  });
}
