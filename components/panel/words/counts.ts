import type { Language } from "@/server/domain/errors";

/** `Tek çekim, 2, 3, 6`: installment counts in one line; 1 is the single charge. */
export const countsText = (counts: readonly number[], language: Language): string =>
  counts.map((count) => (count === 1 ? single[language] : String(count))).join(", ");

/** `Tek çekim`, `3 taksit`. */
export const countText = (count: number, language: Language): string =>
  count === 1 ? single[language] : `${count} ${installments[language]}`;

const single = { tr: "Tek çekim", en: "Single payment" };
const installments = { tr: "taksit", en: "installments" };
