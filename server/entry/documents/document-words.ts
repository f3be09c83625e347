import { translatorFor } from "@/messages/translate";
import type { PdfContent, PdfFact } from "@/server/documents/pdf";
import type { Language } from "@/server/domain/errors";

/** What a document of the panel consists of: a PDF, and a page for printing, which the browser divides into pages. */
export type DocumentContent = Omit<PdfContent, "pageText">;

/** Adds the numbers of the pages, which only a PDF has. */
export function toPdf(content: DocumentContent): PdfContent {
  const t = translatorFor(content.language, "panel.document");
  return { ...content, pageText: (page, pages) => t("page", { page, pages }) };
}

const locales: Readonly<Record<Language, string>> = { tr: "tr-TR", en: "en-GB" };

const styles = {
  day: { day: "numeric", month: "long", year: "numeric" },
  instant: {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats an instant in Istanbul time, as a document writes it. */
export const documentTime = (at: Date, language: Language, style: keyof typeof styles): string =>
  new Intl.DateTimeFormat(locales[language], { ...styles[style], timeZone: "Europe/Istanbul" }).format(at);

/** Leaves out the facts that have no value. */
export const listFacts = (facts: readonly (readonly [term: string, value: string | null])[]): PdfFact[] =>
  facts.flatMap(([term, value]) => (value === null || value === "" ? [] : [{ term, value }]));
