"use client";
import { useLocale } from "use-intl/react";
import type { Language } from "@/server/domain/errors";

/** Returns the language of the page. */
export const useLanguage = (): Language => (useLocale() === "tr" ? "tr" : "en");
