import fc from "fast-check";
import { expect, test } from "vitest";
import { countCases } from "@/server/testing/run/cases";
import { type Baseline, type HistoryLine, toBaseline } from "./refund-baseline";
import { findInHistory, type OrderBooks } from "./refund-history";
import { type RefundMethod, refundMethods } from "./refund-policy";

const approved = (kind: HistoryLine["kind"], amountKurus: bigint): HistoryLine => ({
  kind,
  approved: true,
  amountKurus,
});
/** The baseline of a bank whose history agrees with the books; null for a void. */
const asBooked = (method: RefundMethod, capturedKurus: bigint, credits: readonly bigint[]): Baseline | null => {
  const lines = [approved("sale", capturedKurus), ...credits.map((each) => approved("credit", each))];
  return method === "credit" ? toBaseline(lines, buildBooks(capturedKurus, credits)) : null;
};
const sumUp = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
const buildBooks = (capturedKurus: bigint, credits: readonly bigint[]): OrderBooks => ({
  capturedKurus,
  creditCount: credits.length,
  creditedKurus: sumUp(credits),
});

/** Amounts with few different values, so that equal amounts and equal sums are frequent. */
const amount = fc.oneof(fc.constantFrom(1n, 2n, 3n), fc.bigInt(1n, 1_000n));
const refusedLines = fc.array(
  fc.record({
    kind: fc.constantFrom<HistoryLine["kind"]>("sale", "void", "credit"),
    approved: fc.constant(false),
    amountKurus: amount,
  }),
  { maxLength: 4 },
);
/** A payment with booked credits and one refund whose answer was lost. */
const world = fc
  .record({
    booked: fc.array(amount, { maxLength: 5 }),
    credit: amount,
    rest: fc.bigInt(0n, 3n),
    refused: refusedLines,
    order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  })
  .map(({ booked, credit, rest, refused, order }) => {
    const capturedKurus = sumUp(booked) + credit + rest;
    const shuffled = (lines: HistoryLine[]) =>
      [...lines, ...refused]
        .map((line, n) => [order[n] ?? 0, line] as const)
        .sort(([a], [b]) => a - b)
        .map(([, line]) => line);
    return { booked, credit, capturedKurus, shuffled };
  });

test("done when the bank has the booked credits and the lost one, not_done without it, with any refused lines", () => {
  fc.assert(
    fc.property(world, ({ booked, credit, capturedKurus, shuffled }) => {
      const baseline = asBooked("credit", capturedKurus, booked);
      const refund = { method: "credit", amountKurus: credit, baseline } as const;
      const books = buildBooks(capturedKurus, booked);
      const lines = [approved("sale", capturedKurus), ...booked.map((each) => approved("credit", each))];
      expect(findInHistory(shuffled(lines), books, refund)).toBe("not_done");
      expect(findInHistory(shuffled([...lines, approved("credit", credit)]), books, refund)).toBe("done");
    }),
  );
});

test("done when the bank has the void, not_done without it, with any refused lines", () => {
  fc.assert(
    fc.property(world, ({ capturedKurus, shuffled }) => {
      const refund = { method: "void", amountKurus: capturedKurus, baseline: null } as const;
      const lines = [approved("sale", capturedKurus)];
      expect(findInHistory(shuffled(lines), buildBooks(capturedKurus, []), refund)).toBe("not_done");
      const withVoid = [...lines, approved("void", capturedKurus)];
      expect(findInHistory(shuffled(withVoid), buildBooks(capturedKurus, []), refund)).toBe("done");
    }),
  );
});

test("differs when the bank has one line too many, or lacks one of the booked lines", () => {
  const foreign = fc.record({ kind: fc.constantFrom<HistoryLine["kind"]>("sale", "void", "credit"), amount });
  fc.assert(
    fc.property(world, foreign, fc.nat(), (given, extra, pick) => {
      const { booked, credit, capturedKurus, shuffled } = given;
      const baseline = asBooked("credit", capturedKurus, booked);
      const refund = { method: "credit", amountKurus: credit, baseline } as const;
      const books = buildBooks(capturedKurus, booked);
      const lines = [approved("sale", capturedKurus), ...booked.map((each) => approved("credit", each))];
      const done = [...lines, approved("credit", credit)];
      // In addition to the lost refund, any line is one more than the books can explain.
      const line = approved(extra.kind, extra.amount);
      expect(findInHistory(shuffled([...done, line]), books, refund)).toBe("differs");
      const isOther = line.kind !== "credit" || line.amountKurus !== credit;
      if (isOther) expect(findInHistory(shuffled([...lines, line]), books, refund)).toBe("differs");
      const missing = pick % lines.length;
      expect(findInHistory(shuffled(lines.toSpliced(missing, 1)), books, refund)).toBe("differs");
    }),
  );
});

test("for any history: after a done or not_done is booked, the books have exactly what the bank refunded", () => {
  const kinds = fc.constantFrom<HistoryLine["kind"]>("sale", "void", "credit");
  const anyLine = fc.record({ kind: kinds, approved: fc.boolean(), amountKurus: fc.bigInt(1n, 4n) });
  const verdicts = { done: 0, not_done: 0, differs: 0, unknown: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(1n, 2n), { maxLength: 3 }),
      fc.record({ method: fc.constantFrom(...refundMethods), amountKurus: fc.bigInt(1n, 2n) }),
      fc.boolean(),
      fc.array(anyLine, { maxLength: 2 }),
      fc.subarray([0, 1, 2, 3, 4], { maxLength: 2 }),
      (credits, credit, isDone, strange, lost) => {
        const captured = sumUp(credits) + credit.amountKurus;
        const booked = credit.method === "void" ? [] : credits;
        const amountKurus = credit.method === "void" ? captured : credit.amountKurus;
        const baseline = asBooked(credit.method, captured, booked);
        const refund = { method: credit.method, amountKurus, baseline };
        const lines = [
          approved("sale", captured),
          ...booked.map((each) => approved("credit", each)),
          ...(isDone ? [approved(refund.method, refund.amountKurus)] : []),
        ];
        const history = [...lines.filter((_, n) => !lost.includes(n)), ...strange];
        const verdict = findInHistory(history, buildBooks(captured, booked), refund);
        verdicts[verdict] += 1;
        if (verdict === "differs") return;
        const ours = verdict === "done" ? [...booked, refund.amountKurus] : booked;
        const listAmounts = (isSale: boolean) =>
          history
            .filter((line) => line.approved && (line.kind === "sale") === isSale)
            .map(({ amountKurus }) => amountKurus);
        expect(sumUp(listAmounts(false))).toBe(sumUp(ours));
        expect(listAmounts(false)).toHaveLength(ours.length);
        expect(listAmounts(true)).toEqual([captured]);
        if (verdict === "done")
          expect(history).toContainEqual({ ...approved(refund.method, 0n), amountKurus: expect.anything() });
      },
    ),
    { numRuns: countCases(2_500, 200_000) },
  );
  // About a fifth are done, a quarter not_done and half differs.
  const { unknown, ...others } = verdicts;
  expect(unknown).toBe(0);
  for (const [verdict, count] of Object.entries(others)) expect(count, verdict).toBeGreaterThan(200);
});

/** A credit with or without a number; the number becomes the bank's reference. */
const someLine = fc.record({ amountKurus: fc.bigInt(1n, 3n), number: fc.option(fc.nat(99)) });
const toLine = ({ amountKurus, number }: { amountKurus: bigint; number: number | null }): HistoryLine => ({
  kind: "credit",
  approved: true,
  amountKurus,
  ...(number !== null && { references: { authCode: null, rrn: `${number}`, transactionId: null } }),
});

test("done only when exactly one line is new and has our amount, never for a manual credit at the bank", () => {
  const verdicts = { done: 0, not_done: 0, differs: 0, unknown: 0 };
  fc.assert(
    fc.property(
      fc.uniqueArray(someLine, { maxLength: 4, selector: ({ number }) => number ?? {} }),
      fc.bigInt(1n, 3n),
      fc.array(fc.record({ amountKurus: fc.bigInt(1n, 3n), isNumbered: fc.boolean() }), { maxLength: 2 }),
      fc.nat(),
      (before, amountKurus, added, place) => {
        const lines = before.map(toLine);
        const fresh = added.map((each, n) =>
          toLine({ amountKurus: each.amountKurus, number: each.isNumbered ? 100 + n : null }),
        );
        const books = buildBooks(100n, []);
        const baseline = toBaseline([approved("sale", 100n), ...lines], books);
        const now = lines.toSpliced(place % (lines.length + 1), 0, ...fresh);
        const history = [approved("sale", 100n), ...now];
        const verdict = findInHistory(history, books, { method: "credit", amountKurus, baseline });
        verdicts[verdict] += 1;
        const isOurs = fresh.length === 1 && fresh[0]?.amountKurus === amountKurus;
        expect(verdict).toBe(isOurs ? "done" : fresh.length === 0 ? "not_done" : "differs");
        const unread = findInHistory(history, books, {
          method: "credit",
          amountKurus,
          baseline: "unreadable",
        });
        expect(unread).toBe(now.length === 0 ? "not_done" : "unknown");
      },
    ),
    { numRuns: countCases(1_500, 200_000) },
  );
  for (const verdict of ["done", "not_done", "differs"] as const)
    expect(verdicts[verdict], verdict).toBeGreaterThan(100);
});
