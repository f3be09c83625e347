import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";

const percent = {
  tr: new Intl.NumberFormat("tr-TR", {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }),
  en: new Intl.NumberFormat("en-US", {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }),
};

/** Formats a rate in bps: `%4,50` in Turkish, `4.50%` in English. */
export const rateText = (rateBps: number, language: Language): string => percent[language].format(rateBps / 10_000);

/** Formats a rate in bps and a fixed fee in kuruş, if there is one: `%4,50 + 1,00 TL`. */
export const priceText = (
  { rateBps, fixedFee }: { rateBps: number; fixedFee: bigint | null },
  language: Language,
): string =>
  fixedFee === null || fixedFee === 0n
    ? rateText(rateBps, language)
    : `${rateText(rateBps, language)} + ${displayAmount(fixedFee, language)}`;

/** Formats a whole percentage: `%50` in Turkish, `50%` in English. */
export const wholePercent = (percent: number, language: Language): string =>
  language === "tr" ? `%${percent}` : `${percent}%`;
