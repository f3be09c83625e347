import { scaleBand, scaleLinear } from "d3-scale";

/** A place in the chart, in pixels from its upper left corner. */
export type Box = Readonly<Record<"left" | "width" | "top" | "height", number>>;
export type Size = Pick<Box, "width" | "height">;
type DayAmounts = Readonly<Record<"capturedKurus" | "refundedKurus", bigint>>;

/** The space around the bars: the amounts are written on the left, the dates below. */
export const margin = { top: 8, left: 48, bottom: 28 } as const;

/** The width of a long short date, such as `20 Sept`, and the least distance between two dates. */
export const label = { width: 44, gap: 24 } as const;

/** Places two bars for each day, and the grid's lines. Amounts become floating point here: they are only drawn. */
export function layOutDaysChart<Day extends DayAmounts>(days: readonly Day[], { width, height }: Size) {
  const bottom = height - margin.bottom;
  const amounts = days.flatMap(({ capturedKurus, refundedKurus }) => [toLira(capturedKurus), toLira(refundedKurus)]);
  // The axis reaches one lira at least, so it exists without money, and its amounts never need a second decimal.
  const toY = scaleLinear([0, Math.max(1, ...amounts)], [bottom, margin.top]).nice(5);
  const dayScale = scaleBand([...days.keys()], [margin.left, width]);
  const dayWidth = dayScale.bandwidth();
  const barScale = scaleBand(["captured", "refunded"], [0, dayWidth]).paddingInner(0.2).paddingOuter(0.25);
  const isLabelled = chooseLabels(days.length, dayWidth);
  const columns = days.map((day, index) => {
    const left = dayScale(index) ?? 0;
    const toBar = (series: "captured" | "refunded", kurus: bigint): Box => ({
      left: left + (barScale(series) ?? 0),
      width: barScale.bandwidth(),
      top: toY(toLira(kurus)),
      height: bottom - toY(toLira(kurus)),
    });
    const box: Box = { left, width: dayWidth, top: margin.top, height: bottom - margin.top };
    return {
      day,
      box,
      isLabelled: isLabelled(index),
      captured: toBar("captured", day.capturedKurus),
      refunded: toBar("refunded", day.refundedKurus),
    };
  });
  return { columns, lines: toY.ticks(5).map((lira) => ({ lira, y: toY(lira) })) };
}

const toLira = (kurus: bigint): number => Number(kurus) / 100;

/** Chooses the newest day whose date fits before the right edge, and each n-th before it, so that dates keep a gap. */
function chooseLabels(dayCount: number, dayWidth: number): (index: number) => boolean {
  const newest = dayCount - Math.ceil(label.width / 2 / dayWidth + 0.5);
  const step = Math.ceil((label.width + label.gap) / dayWidth);
  return (index) => index <= newest && (newest - index) % step === 0;
}
