import type { Translator } from "@/messages/catalogues";

/** Formats installment counts as one line, for example `Tek çekim, 2, 3, 6`. The count 1 is the single charge. */
export const countsText = (counts: readonly number[], t: Translator<"shared.installments">): string =>
  counts.map((count) => (count === 1 ? t("single") : String(count))).join(", ");
