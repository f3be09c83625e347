import type { Language } from "@/server/domain/errors";
import type { CardFamily } from "@/server/domain/pricing/installments";

/** The names of the card families in both languages. */
export const familyWords: Readonly<Record<CardFamily, Readonly<Record<Language, string>>>> = {
  credit: { tr: "Kredi kartı", en: "Credit" },
  debit: { tr: "Banka kartı", en: "Debit" },
  prepaid: { tr: "Ön ödemeli kart", en: "Prepaid" },
  foreign: { tr: "Yurt dışı kartı", en: "Foreign" },
};
