import { describe, expect, test } from "vitest";
import { nextDayEnd } from "../business-day";
import { plusMs } from "../clock";
import {
  continuesAsCredit,
  decideRefund,
  type Refundable,
  type RefundChoice,
  type RefundWay,
  refundWays,
  toRefundOptions,
} from "./refund-policy";

const capturedAt = new Date("2026-11-20T09:00:00.000Z");
const dayEnd = nextDayEnd(capturedAt, "00:00");
const [sameDay, later] = [plusMs(dayEnd, -1), dayEnd];

const payment: Refundable = {
  isCaptured: true,
  amountKurus: 40_000n,
  refundedKurus: 0n,
  pendingKurus: 0n,
  isHeld: false,
  isDirect: false,
  dayEnd,
};
const request = (way: RefundWay, amountKurus: bigint | null = null): RefundChoice => ({ way, amountKurus });
/** Returns the method of the decision, or the code of the refusal. */
const decide = (refundable: Refundable, asked: RefundChoice, now: Date): string => {
  const decision = decideRefund(refundable, asked, now);
  return "method" in decision ? decision.method : decision.refusal;
};

const notYet = "refund_not_yet_available";
const noMethod = "refund_method_not_available";
const noDirect = "direct_refund_not_allowed";

type Cell = [way: RefundWay, amount: string, credits: string, onTheDay: string, fromDayEnd: string];

/**
 * The table of D-25: the endpoint, the amount and whether a credit was approved before; the result on the day and
 * later.
 */
const standardCells: Cell[] = [
  ["automatic", "whole", "no credit", "void", "credit"],
  ["automatic", "whole", "credited", "credit", "credit"],
  ["automatic", "part", "no credit", notYet, "credit"],
  ["automatic", "part", "credited", notYet, "credit"],
  ["credit", "whole", "no credit", "credit", "credit"],
  ["credit", "whole", "credited", "credit", "credit"],
  ["credit", "part", "no credit", "credit", "credit"],
  ["credit", "part", "credited", "credit", "credit"],
  ["void", "whole", "no credit", "void", noMethod],
  ["void", "whole", "credited", noMethod, noMethod],
  ["void", "part", "no credit", noMethod, noMethod],
  ["void", "part", "credited", noMethod, noMethod],
];
const directCells: Cell[] = [
  ["automatic", "whole", "no credit", "void", noDirect],
  ["automatic", "whole", "credited", noDirect, noDirect],
  ["automatic", "part", "no credit", noDirect, noDirect],
  ["automatic", "part", "credited", noDirect, noDirect],
  ["credit", "whole", "no credit", noDirect, noDirect],
  ["credit", "whole", "credited", noDirect, noDirect],
  ["credit", "part", "no credit", noDirect, noDirect],
  ["credit", "part", "credited", noDirect, noDirect],
  ["void", "whole", "no credit", "void", noDirect],
  ["void", "whole", "credited", noDirect, noDirect],
  ["void", "part", "no credit", noDirect, noDirect],
  ["void", "part", "credited", noDirect, noDirect],
];

describe.each([
  ["standard", standardCells],
  ["direct collection", directCells],
] satisfies [string, Cell[]][])("on a terminal with the mode %s", (mode, cells) => {
  test.each(cells)("%s, %s, %s: %s before day-end, %s from then on", (way, amount, credits, onTheDay, fromDayEnd) => {
    const refundedKurus = credits === "credited" ? 15_000n : 0n;
    const remaining = payment.amountKurus - refundedKurus;
    const refundable = { ...payment, refundedKurus, isDirect: mode !== "standard" };
    const amounts = amount === "whole" ? [null, remaining] : [1n, remaining - 1n];
    for (const amountKurus of amounts) {
      expect(decide(refundable, request(way, amountKurus), capturedAt)).toBe(onTheDay);
      expect(decide(refundable, request(way, amountKurus), sameDay)).toBe(onTheDay);
      expect(decide(refundable, request(way, amountKurus), later)).toBe(fromDayEnd);
      expect(decide(refundable, request(way, amountKurus), plusMs(later, 86_400_000 * 400))).toBe(fromDayEnd);
    }
  });
});

describe("the bank's day of a capture at 12:00 in Istanbul, with a day-end at different times", () => {
  test.each([
    ["00:00", "2026-11-20T21:00:00.000Z"],
    ["04:00", "2026-11-21T01:00:00.000Z"],
    ["12:00", "2026-11-21T09:00:00.000Z"],
    ["12:01", "2026-11-20T09:01:00.000Z"],
    ["23:00", "2026-11-20T20:00:00.000Z"],
    ["23:59", "2026-11-20T20:59:00.000Z"],
  ])("day-end at %s: the day lasts until the millisecond before %s", (dayEndLocal, end) => {
    const refundable = { ...payment, dayEnd: nextDayEnd(capturedAt, dayEndLocal) };
    expect(refundable.dayEnd.toISOString()).toBe(end);
    expect(decide(refundable, request("automatic"), plusMs(new Date(end), -1))).toBe("void");
    expect(decide(refundable, request("automatic"), new Date(end))).toBe("credit");
    expect(decide(refundable, request("void"), new Date(end))).toBe(noMethod);
    expect(decide(refundable, request("automatic", 1n), plusMs(new Date(end), -1))).toBe(notYet);
    expect(decide(refundable, request("automatic", 1n), new Date(end))).toBe("credit");
  });
});

describe("steps 10 to 14 of D-7", () => {
  interface Case {
    changes: Partial<Refundable>;
    asked: Partial<RefundChoice>;
    now?: Date;
  }
  /**
   * Each case makes one check fail. When two cases are merged, the earlier one wins where both change the same field.
   */
  const failing: [string, Case][] = [
    ["payment_not_refundable", { changes: { isCaptured: false }, asked: {} }],
    ["payment_not_refundable", { changes: { refundedKurus: 40_000n }, asked: {} }],
    ["refund_in_progress", { changes: { pendingKurus: 1n }, asked: {} }],
    ["refund_amount_exceeds_remaining", { changes: {}, asked: { amountKurus: 40_001n } }],
    [noDirect, { changes: { isDirect: true }, asked: {}, now: later }],
    [noMethod, { changes: {}, asked: { way: "void" }, now: later }],
    [notYet, { changes: {}, asked: { way: "automatic", amountKurus: 1n }, now: sameDay }],
  ];
  const pairs = failing.flatMap((one, n) => failing.slice(n).map((other) => [one, other] as const));
  const merged = ([, one]: [string, Case], [, other]: [string, Case]): [Refundable, RefundChoice, Date] => [
    { ...payment, ...other.changes, ...one.changes },
    { ...request("automatic"), ...other.asked, ...one.asked },
    one.now ?? other.now ?? sameDay,
  ];

  test("each check refuses alone, and of any two failing checks the earlier one is reported", () => {
    expect(pairs).toHaveLength(28);
    for (const [one, other] of pairs) {
      expect(decide(...merged(one, other)), `${one[0]} before ${other[0]}`).toBe(one[0]);
    }
  });

  test("refund_in_progress while everything that is left is pending, payment_not_refundable once it is approved", () => {
    const refundable = { ...payment, refundedKurus: 10_000n, pendingKurus: 30_000n };
    expect(decide(refundable, request("automatic"), later)).toBe("refund_in_progress");
    expect(decide({ ...refundable, refundedKurus: 40_000n, pendingKurus: 0n }, request("automatic"), later)).toBe(
      "payment_not_refundable",
    );
  });

  test("refund_in_progress for a held payment, checked after payment_not_refundable and before the amount (D-75)", () => {
    const refundable = { ...payment, isHeld: true };
    for (const way of refundWays) {
      expect(decide(refundable, request(way), sameDay)).toBe("refund_in_progress");
      expect(decide(refundable, request(way, 40_001n), later)).toBe("refund_in_progress");
    }
    expect(decide({ ...refundable, refundedKurus: 40_000n }, request("automatic"), later)).toBe(
      "payment_not_refundable",
    );
  });

  test("the remaining amount shrinks with each approved credit, exactly to the kuruş", () => {
    for (const refundedKurus of [0n, 1n, 39_998n, 39_999n]) {
      const refundable = { ...payment, refundedKurus };
      const remaining = 40_000n - refundedKurus;
      const decidePart = (amountKurus: bigint | null) =>
        decideRefund(refundable, request("credit", amountKurus), later);
      for (const amountKurus of [1n, remaining])
        expect(decidePart(amountKurus)).toEqual({ method: "credit", amountKurus });
      expect(decidePart(null)).toEqual({ method: "credit", amountKurus: remaining });
      expect(decidePart(remaining + 1n)).toEqual({ refusal: "refund_amount_exceeds_remaining" });
    }
  });
});

describe("toRefundOptions (D-18)", () => {
  const open = { available: true, reason: null };
  const shut = (reason: string) => ({ available: false, reason });
  const until = { until: dayEnd };

  test("null for a payment that was not captured", () => {
    expect(toRefundOptions({ ...payment, isCaptured: false }, sameDay)).toBeNull();
  });

  test.each<[string, Partial<Refundable>, Date, object]>([
    ["void and credit before day-end", {}, sameDay, { void: { ...open, ...until }, credit: open }],
    ["only credit after day-end", {}, later, { void: { ...shut("day_closed"), ...until }, credit: open }],
    [
      "only credit for a payment with a credit",
      { refundedKurus: 1n },
      sameDay,
      { void: { ...shut("partly_refunded"), ...until }, credit: open },
    ],
    [
      "neither while a refund is pending",
      { pendingKurus: 1n },
      sameDay,
      { void: { ...shut("refund_pending"), ...until }, credit: shut("refund_pending") },
    ],
    [
      "neither while the bank and the books contradict each other",
      { isHeld: true },
      sameDay,
      { void: { ...shut("under_review"), ...until }, credit: shut("under_review") },
    ],
    [
      "neither for a payment that is fully refunded",
      { refundedKurus: 40_000n },
      sameDay,
      { void: { ...shut("fully_refunded"), ...until }, credit: shut("fully_refunded") },
    ],
    [
      "only void with direct collection before day-end",
      { isDirect: true },
      sameDay,
      { void: { ...open, ...until }, credit: shut("direct_collection") },
    ],
    [
      "neither with direct collection after day-end",
      { isDirect: true },
      later,
      { void: { ...shut("day_closed"), ...until }, credit: shut("direct_collection") },
    ],
  ])("%s", (_name, changes, now, expected) => {
    expect(toRefundOptions({ ...payment, ...changes }, now)).toMatchObject(expected);
  });

  test("automatic partial refunds from day-end on, and never with direct collection or after a full refund", () => {
    const from = (changes: Partial<Refundable>) =>
      toRefundOptions({ ...payment, ...changes }, sameDay)?.automaticPartialFrom;
    expect(from({})).toEqual(dayEnd);
    expect(from({ refundedKurus: 39_999n })).toEqual(dayEnd);
    expect(from({ isDirect: true })).toBeNull();
    expect(from({ refundedKurus: 40_000n })).toBeNull();
  });

  test("neither void nor credit where a bank charged back what was refunded before", () => {
    const more = { ...payment, refundedKurus: 40_001n };
    const expected = { void: shut("fully_refunded"), credit: shut("fully_refunded"), automaticPartialFrom: null };
    expect(toRefundOptions(more, later)).toMatchObject(expected);
    for (const way of refundWays) {
      expect([null, 1n].map((amount) => decide(more, request(way, amount), later))).toEqual(
        Array(2).fill("payment_not_refundable"),
      );
    }
  });
});

describe("whether a void continues as a credit when the bank finds nothing to void", () => {
  const noon = new Date("2026-11-20T09:00:00.000Z");
  const night = new Date("2026-11-20T20:58:00.000Z");
  const aVoid = { way: "automatic", method: "void", isDirect: false } as const;
  test.each([
    ["captured near a day-end", aVoid, [night, noon, noon], true],
    ["sent near a day-end", aVoid, [noon, night, noon], true],
    ["answered near a day-end", aVoid, [noon, noon, night], true],
    ["everything at noon", aVoid, [noon, noon, noon], false],
    ["forced by the void endpoint", { ...aVoid, way: "void" }, [night], false],
    ["already a credit", { ...aVoid, method: "credit" }, [night], false],
    ["with direct collection", { ...aVoid, isDirect: true }, [night], false],
  ] as const)("%s: %o at %o: %s", (_name, refund, instants, expected) => {
    expect(continuesAsCredit(refund, "00:00", instants)).toBe(expected);
  });
});
