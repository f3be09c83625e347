import type { StateWords } from "./state-words";

const timeZone = "Europe/Istanbul";

/** `20 Kasım 2026 14:30`. */
export const dayAndTime = (at: Date, { locale }: Pick<StateWords, "locale">): string =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(at);

/** `14:30`. */
export const timeOfDay = (at: Date, { locale }: Pick<StateWords, "locale">): string =>
  new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone }).format(at);

/** `27 dk 12 sn`, as `link-wait.js` writes it. */
export function leftOf(leftMs: number, { left }: StateWords): string {
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
