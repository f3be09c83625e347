"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Language } from "@/server/domain/errors";

const LanguageContext = createContext<Language>("tr");

export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** Returns the language of the page. */
export const useLanguage = (): Language => useContext(LanguageContext);

/** Picks the texts of a screen in the language of the page. */
export const useWords = <W,>(words: Readonly<Record<Language, W>>): W => words[useLanguage()];
