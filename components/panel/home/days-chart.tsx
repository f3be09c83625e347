"use client";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { dateTimeText } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { useLanguage, useWords } from "../../ui/language";
import type { HomeData } from "./home-figures";
import { homeWords } from "./home-words";

type Day = HomeData["days"][number];

/** Converts a day to a bar. Floating-point heights are only drawn; the tooltip shows the exact amounts of the day. */
const toBar = (day: Day) => ({
  day,
  at: day.day.getTime(),
  captured: Number(day.capturedKurus) / 100,
  refunded: Number(day.refundedKurus) / 100,
});

/** A bar chart of the captured and refunded amounts per day. It is loaded only when it is shown. */
export function DaysChart({ days }: { days: readonly Day[] }) {
  const t = useWords(homeWords);
  const language = useLanguage();
  const locale = language === "tr" ? "tr-TR" : "en-GB";
  const short = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    timeZone: "Europe/Istanbul",
  });
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const axis = { tickLine: false, axisLine: false, tick: { fill: "var(--ink-soft)", fontSize: 12 } } as const;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={days.map(toBar)}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barGap={1}
        title={t.chart.label}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="at" {...axis} minTickGap={24} tickFormatter={(at: number) => short.format(at)} />
        <YAxis {...axis} width={48} tickFormatter={(value: number) => compact.format(value)} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--ink)", fillOpacity: 0.06 }}
          content={({ active, payload }) => {
            const day = (payload?.[0]?.payload as ReturnType<typeof toBar> | undefined)?.day;
            return active && day ? <DayNote day={day} /> : null;
          }}
        />
        <Bar dataKey="captured" fill="var(--accent)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
        <Bar dataKey="refunded" fill="var(--warn)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

function DayNote({ day }: { day: Day }) {
  const t = useWords(homeWords);
  const language = useLanguage();
  return (
    <div className="rounded-control border border-line bg-paper px-3 py-2 shadow-lg">
      <p className="font-medium">{dateTimeText(day.day, language, "day")}</p>
      <p>
        {t.captured}: {displayAmount(day.capturedKurus, language)} ({t.captures(day.capturedCount)})
      </p>
      <p>
        {t.refunded}: {displayAmount(day.refundedKurus, language)}
      </p>
      <p>
        {t.net}: {displayAmount(day.netKurus, language)}
      </p>
    </div>
  );
}
