"use client";
import { useState } from "react";

/**
 * Returns the React key of the uncontrolled fields of a filter form. The key changes when something other than the form
 * has changed the list's URL, such as the back button: the fields are then created again with the new values. When the
 * form itself changed the URL, its fields already show the values, so the key and the focus stay (WCAG 2.4.3).
 * @param address the current URL of the list
 */
export function useFieldsKey(address: string) {
  const [{ known, key, expected }, set] = useState({
    known: address,
    key: 0,
    expected: null as string | null,
  });
  if (known !== address) set({ known: address, key: address === expected ? key : key + 1, expected: null });
  return {
    key,
    /** Announces a navigation by the form itself. @param next the URL to which the form is about to navigate */
    expectAddress: (next: string) => set({ known, key, expected: next }),
  };
}
