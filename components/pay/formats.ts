import type { PayTexts } from "@/messages/pay-texts";
import { displayAmount } from "@/server/domain/money";

type Locale = Pick<PayTexts, "locale">;
type Writing = Pick<PayTexts, "locale" | "direction">;

/** Formats an amount in kuruş in the buyer's language. */
export const formatAmount = (amountKurus: bigint, writing: Writing): string =>
  isolate(displayAmount(amountKurus, writing.locale), writing);

/** Formats an amount with a non-breaking space, which keeps it and its currency on one line of a sentence. */
export const formatUnbroken = (amountKurus: bigint, writing: Writing): string =>
  formatAmount(amountKurus, writing).replaceAll(" ", "\u00a0");

/**
 * Isolates a text of unknown direction, such as a name or a number, inside a right-to-left sentence, where it would
 * change places with the words beside it. It is for sentences that are text alone; elements have `bdi` or `dir`.
 */
export const isolate = (text: string, { direction }: Pick<PayTexts, "direction">): string =>
  direction === "rtl" ? `\u2068${text}\u2069` : text;

/** Formats an instant as `20 Kasım 2026 14:30`, in Turkish time. */
export const formatDayAndTime = (at: Date, { locale }: Locale): string =>
  dateFormat("day and time", locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);

/** Formats an instant as `14:30`, in Turkish time. */
export const formatTimeOfDay = (at: Date, { locale }: Locale): string =>
  dateFormat("time of day", locale, { hour: "2-digit", minute: "2-digit" }).format(at);

/** The formats by name and locale. Creating one takes longer than rendering the rest of a page. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(name: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${locale}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: "Europe/Istanbul" });
  dateFormats.set(key, format);
  return format;
}
