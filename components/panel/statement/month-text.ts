import type { Language } from "@/server/domain/errors";

const locales: Readonly<Record<Language, string>> = { tr: "tr-TR", en: "en-GB" };

/** Names a month for people: `Kasım 2026`. @param month `YYYY-MM` */
export const monthText = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01`),
  );
