"use client";
import { createTexts } from "../ui/create-texts";

/** Provides the texts of the panel in one language. */
export const PanelTexts = createTexts({
  tr: () => import("./texts.tr"),
  en: () => import("./texts.en"),
});
