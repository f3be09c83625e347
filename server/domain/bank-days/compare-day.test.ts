import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareDay, type Difference, type Movement } from "./compare-day";
import type { DayLine } from "./day-line";
import { proposeBooking } from "./proposal";

const day = "2026-11-27";
const at = new Date("2026-11-27T10:00:00Z");

const movement = (n: number, changes: Partial<Movement> = {}): Movement => ({
  id: `txn_${n}`,
  entryId: `txn_${n}`,
  kind: "sale",
  orderId: `ORDER${n}`,
  amountKurus: 10_000n + BigInt(n),
  at,
  day,
  authCode: `P${n}`,
  rrn: String(100_000 + n),
  caseNumber: null,
  commissionKurus: 179n,
  isExpected: true,
  isMatchedElsewhere: false,
  paymentId: `pay_${n}`,
  partnerId: "prt_ours",
  terminalId: "trm_ours",
  ...changes,
});
const noCase = { caseNumber: null, reasonCode: null, respondBy: null };
const line = (n: number, changes: Partial<DayLine> = {}): DayLine => {
  const { kind, orderId, amountKurus, commissionKurus, authCode, rrn } = movement(n);
  return { number: n, kind, orderId, amountKurus, commissionKurus, at, authCode, rrn, ...noCase, ...changes };
};
const compare = (lines: DayLine[], movements: Movement[]) =>
  compareDay(day, lines, movements).differences.map(({ kind, line, movement }) => [kind, line?.number, movement?.id]);

test("a file that says what the books say has no difference", () => {
  expect(compare([line(1), line(2)], [movement(2), movement(1)])).toEqual([]);
});

describe("each difference is named", () => {
  test.each<[string, DayLine[], Movement[], unknown[]]>([
    ["missing here", [line(1), line(2)], [movement(1)], [["missing_here", 2, undefined]]],
    ["missing there", [line(1)], [movement(1), movement(2)], [["missing_there", undefined, "txn_2"]]],
    ["another sum", [line(1, { amountKurus: 9_999n })], [movement(1)], [["sum", 1, "txn_1"]]],
    ["another commission", [line(1, { commissionKurus: 180n })], [movement(1)], [["commission", 1, "txn_1"]]],
    ["another day", [line(1)], [movement(1, { day: "2026-11-26" })], [["date", 1, "txn_1"]]],
    ["a sale twice", [line(1), line(1, { number: 2 })], [movement(1)], [["twice", 2, undefined]]],
    ["twice in two files", [line(1)], [movement(1, { isMatchedElsewhere: true })], [["twice", 1, "txn_1"]]],
    ["a commission that is not said", [line(1, { commissionKurus: null })], [movement(1)], []],
    ["a movement that no file needs to have", [], [movement(1, { isExpected: false })], []],
    ["one that came with another day's file", [], [movement(1, { isMatchedElsewhere: true })], []],
    ["a correction, which has no day of the bank", [line(1)], [movement(1, { day: null })], []],
  ])("%s", (_, lines, movements, expected) => {
    expect(compare(lines, movements)).toEqual(expected);
  });
});

describe("chargebacks of one order", () => {
  const taken = (n: number, changes: Partial<Movement> = {}) =>
    movement(n, { kind: "chargeback", orderId: "ORDER", rrn: null, authCode: null, caseNumber: `CB-${n}`, ...changes });
  const said = (n: number, changes: Partial<DayLine> = {}) =>
    line(n, { kind: "chargeback", orderId: "ORDER", rrn: null, authCode: null, caseNumber: `CB-${n}`, ...changes });
  const before = new Date("2026-11-26T10:00:00Z");

  test.each<[string, DayLine[], Movement[], unknown[]]>([
    [
      "a case that was not booked is not taken for another one, also of the same sum",
      [said(1), said(2, { amountKurus: 7n })],
      [taken(3, { day: "2026-11-26", amountKurus: 10_001n })],
      [
        ["missing_here", 1, undefined],
        ["missing_here", 2, undefined],
      ],
    ],
    ["a case with another sum", [said(1, { amountKurus: 7n })], [taken(1)], [["sum", 1, "txn_1"]]],
    ["a case twice in a file", [said(1), said(1, { number: 2 })], [taken(1)], [["twice", 2, undefined]]],
    ["a case twice in two files", [said(1)], [taken(1, { isMatchedElsewhere: true })], [["twice", 1, "txn_1"]]],
    [
      "cases without numbers, which are recognised by their instants",
      [said(2, { caseNumber: null, amountKurus: 5n }), said(1, { caseNumber: null, amountKurus: 5n, at: before })],
      [taken(1, { amountKurus: 5n, at: before }), taken(2, { amountKurus: 5n, day: "2026-11-26" })],
      [["date", 2, "txn_2"]],
    ],
  ])("%s", (_, lines, movements, expected) => {
    expect(compare(lines, movements)).toEqual(expected);
  });
});

describe("credits of one order", () => {
  const credit = (n: number, changes: Partial<Movement> = {}) =>
    movement(n, { kind: "credit", orderId: "ORDER", ...changes });
  const creditLine = (n: number, changes: Partial<DayLine> = {}) =>
    line(n, { kind: "credit", orderId: "ORDER", ...changes });

  test("of one amount are matched by their references, in whatever order they come", () => {
    const [one, two] = [credit(1, { amountKurus: 500n }), credit(2, { amountKurus: 500n })];
    const lines = [creditLine(2, { amountKurus: 500n }), creditLine(1, { amountKurus: 500n, commissionKurus: 180n })];
    const { matches, differences } = compareDay(day, lines, [one, two]);
    expect([...matches].map(([number, { id }]) => [number, id])).toEqual([
      [2, "txn_2"],
      [1, "txn_1"],
    ]);
    expect(differences).toHaveLength(1);
  });

  test("one more than the books have is missing here, and one with the same reference is there twice", () => {
    expect(compare([creditLine(1), creditLine(2)], [credit(1)])).toEqual([["missing_here", 2, undefined]]);
    expect(compare([creditLine(1), creditLine(1, { number: 2 })], [credit(1)])).toEqual([["twice", 2, undefined]]);
  });
});

test("a line whose order id is cut off is matched by its reference and amount", () => {
  expect(compare([line(1, { orderId: "DER1" })], [movement(1)])).toEqual([]);
  expect(compare([line(1, { orderId: "DER1", amountKurus: 1n })], [movement(1)])).toEqual([
    ["missing_here", 1, undefined],
    ["missing_there", undefined, "txn_1"],
  ]);
});

test("a difference has the same key in a later comparison, and two equal ones have two keys", () => {
  const find = (lines: DayLine[]) => compareDay(day, lines, []).differences.map(({ key }) => key);
  const [first, second] = find([line(1), line(1, { number: 2 })]);
  expect(first).not.toBe(second);
  expect(find([line(3, { number: 9 }), line(1, { number: 7 })])).toContain(first);
});

test("every kind of difference proposes a booking", () => {
  const propose = (lines: DayLine[], movements: Movement[]) =>
    compareDay(day, lines, movements).differences.map((one) => {
      const { action, correction, amountKurus } = proposeBooking(one);
      return [one.kind, action, correction, amountKurus];
    });
  const [back, backLine] = [movement(1, { kind: "credit" }), line(1, { kind: "credit" })];
  expect(propose([line(1)], [])).toEqual([["missing_here", "ask_bank", null, null]]);
  expect(propose([backLine], [])).toEqual([["missing_here", "correct", "credit_done", 10_001n]]);
  expect(propose([], [movement(1)])).toEqual([["missing_there", "ask_bank", null, null]]);
  expect(propose([], [back])).toEqual([["missing_there", "correct", "credit_not_done", 10_001n]]);
  expect(propose([], [{ ...back, kind: "void" }])).toEqual([["missing_there", "correct", "void_not_done", 10_001n]]);
  expect(propose([line(1, { amountKurus: 10_000n })], [movement(1)])).toEqual([["sum", "claim", null, 1n]]);
  expect(propose([line(1, { amountKurus: 10_002n })], [movement(1)])).toEqual([["sum", "accept", null, null]]);
  expect(propose([{ ...backLine, amountKurus: 10_003n }], [back])).toEqual([["sum", "claim", null, 2n]]);
  expect(propose([line(1, { commissionKurus: 200n })], [movement(1)])).toEqual([["commission", "claim", null, 21n]]);
  expect(propose([backLine, { ...backLine, number: 2 }], [back])).toEqual([["twice", "claim", null, 10_001n]]);
  expect(propose([line(1), line(1, { number: 2 })], [movement(1)])).toEqual([["twice", "accept", null, null]]);
  expect(propose([line(1)], [movement(1, { day: null })])).toEqual([]);
});

const keep = (n: number) => [null, [line(n)]] as const;

/** What can be wrong with a line: what stands in the file in its place, and the difference that it is. */
const changes: Readonly<Record<string, (n: number) => readonly [found: string | null, lines: readonly DayLine[]]>> = {
  none: keep,
  drop: (n) => [`missing_there txn_${n}`, []],
  sum: (n) => [`sum txn_${n}`, [line(n, { amountKurus: 1n })]],
  commission: (n) => [`commission txn_${n}`, [line(n, { commissionKurus: 1n })]],
  double: (n) => [`twice ORDER${n}`, [line(n), line(n, { number: 1_000 + n })]],
  unknown: (n) => [
    `missing_here LOST${n}`,
    [line(n), line(n, { number: 1_000 + n, orderId: `LOST${n}`, rrn: `X${n}` })],
  ],
};

test("what was changed in a file is found, and nothing else, whatever the file is", () => {
  const change = fc.constantFrom(...Object.keys(changes));
  const describeOne = ({ kind, line: found, movement: booked }: Difference) =>
    `${kind} ${kind === "twice" || kind === "missing_here" ? found?.orderId : booked?.id}`;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 60 }), (names) => {
      const made = names.map((name, n) => (changes[name] ?? keep)(n + 1));
      const lines = made.flatMap(([, one]) => one);
      const { differences } = compareDay(
        day,
        lines,
        names.map((_, n) => movement(n + 1)),
      );
      const expected = made.flatMap(([found]) => found ?? []);
      expect(differences.map(describeOne).sort()).toEqual(expected.sort());
    }),
  );
});
