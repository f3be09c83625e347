"use client";
import { createTexts } from "../ui/create-texts";

/** Provides the texts of the back-office in one language. */
export const StaffTexts = createTexts({
  tr: () => import("./texts.tr"),
  en: () => import("./texts.en"),
});
