import { useLanguage } from "../../ui/language";

const minuteMs = 60_000;
const units = [
  { unit: "day", ms: 1_440 * minuteMs },
  { unit: "hour", ms: 60 * minuteMs },
] as const;

/** How long something has lasted, in its largest whole unit: minutes, hours or days. The title is the instant. */
export function Age({ since, until }: { since: Date; until: Date }) {
  const language = useLanguage();
  const ms = Math.max(0, until.getTime() - since.getTime());
  const { unit, ms: unitMs } = units.find((one) => ms >= one.ms) ?? { unit: "minute", ms: minuteMs };
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" });
  return (
    <time dateTime={since.toISOString()} className="whitespace-nowrap">
      {format.format(Math.floor(ms / unitMs))}
    </time>
  );
}
