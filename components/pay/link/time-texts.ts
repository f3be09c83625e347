import type { StateWords } from "./state/state-words";

const timeZone = "Europe/Istanbul";

/** Formats an instant as `20 Kasım 2026 14:30`, in Turkish time. */
export const formatDayAndTime = (at: Date, { locale }: Pick<StateWords, "locale">): string =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(at);

/** Formats an instant as `14:30`, in Turkish time. */
export const formatTimeOfDay = (at: Date, { locale }: Pick<StateWords, "locale">): string =>
  new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone }).format(at);

/** Formats a remaining time in ms as `27 dk 12 sn`, exactly as `link-wait.js` does. */
export function formatTimeLeft(leftMs: number, { left }: StateWords): string {
  const seconds = Math.ceil(leftMs / 1000);
  if (seconds <= 0) return left.over;
  const parts: Record<string, number> = {
    h: Math.floor(seconds / 3600),
    m: Math.floor(seconds / 60) % 60,
    s: seconds % 60,
  };
  const text = seconds >= 3600 ? left.hours : seconds >= 60 ? left.minutes : left.seconds;
  return text.replace(/\{([hms])\}/g, (_, part: string) => String(parts[part]));
}
