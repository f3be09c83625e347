import type { Language } from "@/server/domain/errors";

/** Formats installment counts as one line, for example `Tek çekim, 2, 3, 6`. The count 1 is the single charge. */
export const countsText = (counts: readonly number[], language: Language): string =>
  counts.map((count) => (count === 1 ? single[language] : String(count))).join(", ");

/** Formats one installment count, for example `Tek çekim` or `3 taksit`. */
export const countText = (count: number, language: Language): string =>
  count === 1 ? single[language] : `${count} ${installments[language]}`;

const single = { tr: "Tek çekim", en: "Single payment" };
const installments = { tr: "taksit", en: "installments" };
