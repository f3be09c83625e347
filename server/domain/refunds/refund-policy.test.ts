import { describe, expect, test } from "vitest";
import { nextDayEnd } from "../business-day";
import { plusMs } from "../clock";
import {
  decideRefund,
  goesOnAsCredit,
  type Refundable,
  type RefundRequest,
  type RefundWay,
  refundOptionsOf,
  refundWays,
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
const request = (way: RefundWay, amountKurus: bigint | null = null): RefundRequest => ({ way, amountKurus });
/** The method or the refusal. */
const said = (of: Refundable, asked: RefundRequest, now: Date): string => {
  const decision = decideRefund(of, asked, now);
  return "method" in decision ? decision.method : decision.refusal;
};

const notYet = "refund_not_yet_available";
const noMethod = "refund_method_not_available";
const noDirect = "direct_refund_not_allowed";

type Cell = [way: RefundWay, amount: string, credits: string, onTheDay: string, fromDayEnd: string];

/** D-25 cell by cell: the way, the amount, whether a credit was approved before; then the same day, and later. */
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
] satisfies [string, Cell[]][])("on a terminal of %s", (mode, cells) => {
  test.each(cells)("%s, %s, %s: %s on the day, then %s", (way, amount, credits, onTheDay, fromDayEnd) => {
    const refundedKurus = credits === "credited" ? 15_000n : 0n;
    const remaining = payment.amountKurus - refundedKurus;
    const of = { ...payment, refundedKurus, isDirect: mode !== "standard" };
    const amounts = amount === "whole" ? [null, remaining] : [1n, remaining - 1n];
    for (const amountKurus of amounts) {
      expect(said(of, request(way, amountKurus), capturedAt)).toBe(onTheDay);
      expect(said(of, request(way, amountKurus), sameDay)).toBe(onTheDay);
      expect(said(of, request(way, amountKurus), later)).toBe(fromDayEnd);
      expect(said(of, request(way, amountKurus), plusMs(later, 86_400_000 * 400))).toBe(fromDayEnd);
    }
  });
});

describe("the bank's day of a capture at 12:00 in Istanbul", () => {
  test.each([
    ["00:00", "2026-11-20T21:00:00.000Z"],
    ["04:00", "2026-11-21T01:00:00.000Z"],
    ["12:00", "2026-11-21T09:00:00.000Z"],
    ["12:01", "2026-11-20T09:01:00.000Z"],
    ["23:00", "2026-11-20T20:00:00.000Z"],
    ["23:59", "2026-11-20T20:59:00.000Z"],
  ])("ending at %s lasts to the millisecond before %s", (dayEndLocal, end) => {
    const of = { ...payment, dayEnd: nextDayEnd(capturedAt, dayEndLocal) };
    expect(of.dayEnd.toISOString()).toBe(end);
    expect(said(of, request("automatic"), plusMs(new Date(end), -1))).toBe("void");
    expect(said(of, request("automatic"), new Date(end))).toBe("credit");
    expect(said(of, request("void"), new Date(end))).toBe(noMethod);
    expect(said(of, request("automatic", 1n), plusMs(new Date(end), -1))).toBe(notYet);
    expect(said(of, request("automatic", 1n), new Date(end))).toBe("credit");
  });
});

describe("steps 10 to 14 of D-7", () => {
  interface Case {
    of: Partial<Refundable>;
    asked: Partial<RefundRequest>;
    now?: Date;
  }
  /** Each makes one check fail; what they change of the others' is overridden by the earlier of two. */
  const failing: [string, Case][] = [
    ["payment_not_refundable", { of: { isCaptured: false }, asked: {} }],
    ["payment_not_refundable", { of: { refundedKurus: 40_000n }, asked: {} }],
    ["refund_in_progress", { of: { pendingKurus: 1n }, asked: {} }],
    ["refund_amount_exceeds_remaining", { of: {}, asked: { amountKurus: 40_001n } }],
    [noDirect, { of: { isDirect: true }, asked: {}, now: later }],
    [noMethod, { of: {}, asked: { way: "void" }, now: later }],
    [notYet, { of: {}, asked: { way: "automatic", amountKurus: 1n }, now: sameDay }],
  ];
  const pairs = failing.flatMap((one, n) => failing.slice(n).map((other) => [one, other] as const));
  const merged = ([, one]: [string, Case], [, other]: [string, Case]): [Refundable, RefundRequest, Date] => [
    { ...payment, ...other.of, ...one.of },
    { ...request("automatic"), ...other.asked, ...one.asked },
    one.now ?? other.now ?? sameDay,
  ];

  test("each of them refuses by itself, and of any two the earlier one is named", () => {
    expect(pairs).toHaveLength(28);
    for (const [one, other] of pairs) {
      expect(said(...merged(one, other)), `${one[0]} before ${other[0]}`).toBe(one[0]);
    }
  });

  test("a pending refund of all that is left is in progress, not the end of what can be refunded", () => {
    const of = { ...payment, refundedKurus: 10_000n, pendingKurus: 30_000n };
    expect(said(of, request("automatic"), later)).toBe("refund_in_progress");
    expect(said({ ...of, refundedKurus: 40_000n, pendingKurus: 0n }, request("automatic"), later)).toBe(
      "payment_not_refundable",
    );
  });

  test("one that is held refuses every way and amount, after its end was looked at and before the amount (D-75)", () => {
    const of = { ...payment, isHeld: true };
    for (const way of refundWays) {
      expect(said(of, request(way), sameDay)).toBe("refund_in_progress");
      expect(said(of, request(way, 40_001n), later)).toBe("refund_in_progress");
    }
    expect(said({ ...of, refundedKurus: 40_000n }, request("automatic"), later)).toBe(
      "payment_not_refundable",
    );
  });

  test("each approved credit leaves less, to the kuruş", () => {
    for (const refundedKurus of [0n, 1n, 39_998n, 39_999n]) {
      const of = { ...payment, refundedKurus };
      const remaining = 40_000n - refundedKurus;
      const decide = (amountKurus: bigint | null) => decideRefund(of, request("credit", amountKurus), later);
      for (const amountKurus of [1n, remaining])
        expect(decide(amountKurus)).toEqual({ method: "credit", amountKurus });
      expect(decide(null)).toEqual({ method: "credit", amountKurus: remaining });
      expect(decide(remaining + 1n)).toEqual({ refusal: "refund_amount_exceeds_remaining" });
    }
  });
});

describe("what can be asked for (D-18)", () => {
  const open = { available: true, reason: null };
  const shut = (reason: string) => ({ available: false, reason });
  const until = { until: dayEnd };

  test("nothing is said of a payment that was not captured", () => {
    expect(refundOptionsOf({ ...payment, isCaptured: false }, sameDay)).toBeNull();
  });

  test.each<[string, Partial<Refundable>, Date, object]>([
    ["on the day: either", {}, sameDay, { void: { ...open, ...until }, credit: open }],
    ["once it is over: a credit", {}, later, { void: { ...shut("day_closed"), ...until }, credit: open }],
    [
      "a credited one: another credit",
      { refundedKurus: 1n },
      sameDay,
      { void: { ...shut("partly_refunded"), ...until }, credit: open },
    ],
    [
      "a pending refund: neither",
      { pendingKurus: 1n },
      sameDay,
      { void: { ...shut("refund_pending"), ...until }, credit: shut("refund_pending") },
    ],
    [
      "bank and books contradict each other: neither",
      { isHeld: true },
      sameDay,
      { void: { ...shut("under_review"), ...until }, credit: shut("under_review") },
    ],
    [
      "all given back: neither",
      { refundedKurus: 40_000n },
      sameDay,
      { void: { ...shut("fully_refunded"), ...until }, credit: shut("fully_refunded") },
    ],
    [
      "direct collection on the day: a void",
      { isDirect: true },
      sameDay,
      { void: { ...open, ...until }, credit: shut("direct_collection") },
    ],
    [
      "direct collection once it is over: neither",
      { isDirect: true },
      later,
      { void: { ...shut("day_closed"), ...until }, credit: shut("direct_collection") },
    ],
  ])("%s", (_name, changes, now, expected) => {
    expect(refundOptionsOf({ ...payment, ...changes }, now)).toMatchObject(expected);
  });

  test("a part is chosen by itself from day-end on; never of direct collection, nor of what is given back", () => {
    const from = (changes: Partial<Refundable>) =>
      refundOptionsOf({ ...payment, ...changes }, sameDay)?.automaticPartialFrom;
    expect(from({})).toEqual(dayEnd);
    expect(from({ refundedKurus: 39_999n })).toEqual(dayEnd);
    expect(from({ isDirect: true })).toBeNull();
    expect(from({ refundedKurus: 40_000n })).toBeNull();
  });
});

describe("a void for which the bank finds nothing goes on as a credit", () => {
  const noon = new Date("2026-11-20T09:00:00.000Z");
  const night = new Date("2026-11-20T20:58:00.000Z");
  const aVoid = { way: "automatic", method: "void", isDirect: false } as const;
  test.each([
    ["captured around a day-end", aVoid, [night, noon, noon], true],
    ["sent around a day-end", aVoid, [noon, night, noon], true],
    ["answered around a day-end", aVoid, [noon, noon, night], true],
    ["all of it at noon", aVoid, [noon, noon, noon], false],
    ["asked for as a void", { ...aVoid, way: "void" }, [night], false],
    ["a credit already", { ...aVoid, method: "credit" }, [night], false],
    ["of direct collection", { ...aVoid, isDirect: true }, [night], false],
  ] as const)("%s: %o at %o: %s", (_name, refund, instants, expected) => {
    expect(goesOnAsCredit(refund, "00:00", instants)).toBe(expected);
  });
});
