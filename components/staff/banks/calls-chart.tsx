import { useTranslations } from "use-intl/react";
import type { BoardItem } from "./bank-types";

const [barWidth, gap, height] = [5, 1, 40];
/** The least height of a bar part, so that a single failure among thousands of calls is seen. */
const leastHeight = 2;

/** The calls of the last day, a bar for each half hour; the part that the bank did not answer stands on top. */
export function CallsChart({ halfHours }: { halfHours: BoardItem["halfHours"] }) {
  const t = useTranslations("staff.banks");
  const most = Math.max(1, ...halfHours.map(({ calls }) => calls));
  const width = halfHours.length * (barWidth + gap) - gap;
  const toHeight = (count: number) =>
    count === 0 ? 0 : Math.max(leastHeight, (count / most) * (height - leastHeight));
  const calls = halfHours.reduce((sum, each) => sum + each.calls, 0);
  const answered = halfHours.reduce((sum, each) => sum + each.answered, 0);
  return (
    <figure>
      <svg
        role="img"
        aria-label={t("chart", { calls, failed: calls - answered })}
        viewBox={`0 0 ${width} ${height + 1}`}
        preserveAspectRatio="none"
        className="h-12 w-full"
      >
        {halfHours.map((each, n) => {
          const [x, low, high] = [n * (barWidth + gap), toHeight(each.answered), toHeight(each.calls - each.answered)];
          const top = Math.max(0, height - low - high);
          return (
            <g key={each.at.toISOString()}>
              <rect x={x} y={height - low} width={barWidth} height={low} className="fill-field-line" />
              <rect x={x} y={top} width={barWidth} height={height - low - top} className="fill-bad" />
            </g>
          );
        })}
        <rect x={0} y={height} width={width} height={1} className="fill-line" />
      </svg>
      <figcaption aria-hidden="true" className="flex justify-between text-xs text-ink-soft">
        <span>{t("chartFrom")}</span>
        <span>{t("chartTo")}</span>
      </figcaption>
    </figure>
  );
}
