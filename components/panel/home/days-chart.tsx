"use client";
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from "react";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { useLanguage } from "../../ui/language";
import { type Box, layOutDaysChart, margin, type Size } from "./days-chart-geometry";
import type { HomeData } from "./home-figures";

type Day = HomeData["days"][number];

/** A bar chart of the captured and refunded amounts per day. It fills its parent, and is loaded when it is shown. */
export function DaysChart({ days }: { days: readonly Day[] }) {
  const [size, setSize] = useState<Size>();
  const observe = useCallback((box: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setSize(entry?.contentRect));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={observe} className="relative h-full">
      {size && size.width > margin.left && <Drawing days={days} size={size} />}
    </div>
  );
}

const none = -1;

/** Draws the chart, and the note of the day that the pointer, a tap or an arrow key chose. */
function Drawing({ days, size }: { days: readonly Day[]; size: Size }) {
  const t = useTranslations("panel.home");
  const locale = useLanguage() === "tr" ? "tr-TR" : "en-GB";
  const date = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "Europe/Istanbul" });
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const { columns, lines } = layOutDaysChart(days, size);
  const [chosen, choose] = useState(none);
  const column = columns[chosen];
  const chooseAtPointer = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    choose(columns.findIndex(({ box }) => box.left <= x && x < box.left + box.width));
  };
  // A lifted finger leaves the chart, too, but the note of the tapped day stays.
  const leave = ({ pointerType }: PointerEvent) => pointerType !== "touch" && choose(none);
  const chooseByKey = ({ key }: KeyboardEvent) => {
    const last = days.length - 1;
    if (key === "ArrowRight") choose(Math.min(chosen + 1, last));
    if (key === "ArrowLeft") choose(chosen === none ? last : Math.max(chosen - 1, 0));
    if (key === "Escape") choose(none);
  };
  return (
    <>
      <svg
        role="application"
        aria-label={t("chart.label")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys choose a day, as the pointer does
        tabIndex={0}
        className="absolute inset-0 size-full touch-pan-y fill-ink-soft text-xs not-focus-visible:outline-none"
        onPointerDown={chooseAtPointer}
        onPointerMove={chooseAtPointer}
        onPointerLeave={leave}
        onKeyDown={chooseByKey}
        onBlur={() => choose(none)}
      >
        {lines.map(({ lira, y }) => (
          <g key={lira}>
            <path d={`M${margin.left},${y}H${size.width}`} className="stroke-line" shapeRendering="crispEdges" />
            <text x={margin.left - 8} y={y} dy="0.35em" textAnchor="end">
              {compact.format(lira)}
            </text>
          </g>
        ))}
        {column && <path d={drawBar(column.box)} className="fill-ink/10" />}
        {columns.map(({ day, box, isLabelled, captured, refunded }) => (
          <g key={day.day.getTime()}>
            <path d={drawBar(captured)} className="fill-accent" />
            <path d={drawBar(refunded)} className="fill-warn" />
            {isLabelled && (
              <text x={box.left + box.width / 2} y={size.height - 8} textAnchor="middle">
                {date.format(day.day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <div aria-live="polite">{column && <NoteBeside box={column.box} day={column.day} chartWidth={size.width} />}</div>
    </>
  );
}

/** Draws a box whose upper corners are round, with a radius of 3 pixels or less if the box is smaller. */
function drawBar({ left, width, top, height }: Box): string {
  const radius = Math.min(3, width / 2, height);
  const [side, roof] = [height - radius, width - 2 * radius];
  const corners = [`q0,${-radius} ${radius},${-radius}`, `q${radius},0 ${radius},${radius}`];
  return `M${left},${top + height}v${-side}${corners.join(`h${roof}`)}v${side}z`;
}

/** Shows the note beside its day, where there is more space. It never leaves the chart: the gap before it shrinks. */
function NoteBeside({ day, box, chartWidth }: { day: Day; box: Box; chartWidth: number }) {
  const isLeft = box.left + box.width / 2 < chartWidth / 2;
  const gap = 8 + (isLeft ? box.left + box.width : chartWidth - box.left);
  return (
    <div className={`pointer-events-none absolute inset-x-0 top-2 flex ${isLeft ? "" : "flex-row-reverse"}`}>
      <span style={{ flexBasis: gap }} />
      <DayNote day={day} />
    </div>
  );
}

function DayNote({ day }: { day: Day }) {
  const t = useTranslations("panel.home");
  const language = useLanguage();
  return (
    <div className="max-w-full shrink-0 rounded-control border border-line bg-paper px-3 py-2 shadow-lg">
      <p className="font-medium">{dateTimeText(day.day, language, "day")}</p>
      <p>
        {t("captured")}: {displayAmount(day.capturedKurus, language)} ({t("captures", { count: day.capturedCount })})
      </p>
      <p>
        {t("refunded")}: {displayAmount(day.refundedKurus, language)}
      </p>
      <p>
        {t("net")}: {displayAmount(day.netKurus, language)}
      </p>
    </div>
  );
}
