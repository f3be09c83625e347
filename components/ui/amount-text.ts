import type { Language } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";

/** Formats an amount in kuruş for an input field: without the currency and without thousands separators. */
export const amountText = (kurus: bigint, language: Language): string =>
  language === "tr" ? decimalText(kurus).replace(".", ",") : decimalText(kurus);
