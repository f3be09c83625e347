"use client";
import { useState } from "react";

/**
 * A key for the fields of a form that narrows a list. It changes, so that they are written anew, when something else has
 * narrowed the list, such as the way back. What the form itself applies stands in its fields already: they stay, and with
 * them the focus (WCAG 2.4.3).
 * @param inUse the address of the list as it is
 */
export function useFieldsKey(inUse: string) {
  const [{ known, key, own }, set] = useState({ known: inUse, key: 0, own: null as string | null });
  if (known !== inUse) set({ known: inUse, key: inUse === own ? key : key + 1, own: null });
  return {
    key,
    /** @param address what the form asks for, just before it goes there */
    applying: (address: string) => set({ known, key, own: address }),
  };
}
