import fc from "fast-check";
import { expect, test } from "vitest";
import { label, layOutDaysChart, margin } from "./days-chart-geometry";

const size = { width: 350, height: 256 };
const bottom = size.height - margin.bottom;
const plotHeight = bottom - margin.top;

const toDay = (capturedKurus: bigint, refundedKurus = 0n) => ({ capturedKurus, refundedKurus });
const heights = (days: readonly ReturnType<typeof toDay>[]) =>
  layOutDaysChart(days, size).columns.map(({ captured, refunded }) => [captured.height, refunded.height]);
const amounts = (kurus: bigint) => layOutDaysChart([toDay(kurus)], size).lines.map(({ lira }) => lira);

test("days without money have bars without height, and the axis reaches one lira", () => {
  expect(heights([toDay(0n), toDay(0n)])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(amounts(0n)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
});

test("no day has no column, but an axis", () => {
  const { columns, lines } = layOutDaysChart([], size);
  expect(columns).toEqual([]);
  expect(lines.at(-1)).toEqual({ lira: 1, y: margin.top });
});

test("a single day has the whole width and its date", () => {
  const [column] = layOutDaysChart([toDay(100_00n)], size).columns;
  expect(column?.box).toEqual({
    left: margin.left,
    width: size.width - margin.left,
    top: margin.top,
    height: plotHeight,
  });
  expect(column?.isLabelled).toBe(true);
});

test("bars have heights in proportion to their amounts, also on a day with refunds only", () => {
  expect(heights([toDay(0n, 100_00n), toDay(50_00n, 25_00n)])).toEqual([
    [0, plotHeight],
    [plotHeight / 2, plotHeight / 4],
  ]);
});

test.each([
  [7n, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [1_234_56n, [0, 200, 400, 600, 800, 1_000, 1_200, 1_400]],
  [99_999_999_99n, [0, 20_000_000, 40_000_000, 60_000_000, 80_000_000, 100_000_000]],
])("the axis for %s kuruş has round amounts from zero to the highest bar or above", (kurus, expected) => {
  expect(amounts(kurus)).toEqual(expected);
});

test.each([
  [350, [6, 13, 20, 27]],
  [700, [0, 4, 8, 12, 16, 20, 24, 28]],
  [1_440, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29]],
])("a chart of %s pixels writes the dates of the days %j", (width, expected) => {
  const { columns } = layOutDaysChart(Array(30).fill(toDay(1n)), { width, height: size.height });
  expect(columns.flatMap(({ isLabelled }, index) => (isLabelled ? [index] : []))).toEqual(expected);
});

const days = fc.array(fc.tuple(fc.bigInt(0n, 10n ** 15n), fc.bigInt(0n, 10n ** 15n)), { minLength: 1, maxLength: 40 });
const widths = fc.integer({ min: 250, max: 1_440 });

test("every bar stays in its column above the axis, and no two dates are closer than the gap", () => {
  fc.assert(
    fc.property(days, widths, (pairs, width) => {
      const { columns, lines } = layOutDaysChart(
        pairs.map(([captured, refunded]) => toDay(captured, refunded)),
        { width, height: size.height },
      );
      expect(lines.at(-1)?.y).toBeCloseTo(margin.top);
      for (const { box, captured, refunded } of columns) {
        expect(captured.left).toBeGreaterThan(box.left);
        expect(refunded.left).toBeGreaterThan(captured.left + captured.width);
        expect(box.left + box.width).toBeGreaterThan(refunded.left + refunded.width);
        for (const { top, height } of [captured, refunded]) {
          expect(height).toBeGreaterThanOrEqual(0);
          expect(top).toBeGreaterThanOrEqual(margin.top - 1e-9);
          expect(top + height).toBeCloseTo(bottom);
        }
      }
      const labelled = columns.filter(({ isLabelled }) => isLabelled);
      const centres = labelled.map(({ box }) => box.left + box.width / 2);
      expect(centres.length).toBeGreaterThan(0);
      for (const [index, centre] of centres.entries()) {
        expect(centre + label.width / 2).toBeLessThanOrEqual(width + 1e-9);
        expect(centre - (centres[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(label.width + label.gap - 1e-9);
      }
    }),
  );
});
