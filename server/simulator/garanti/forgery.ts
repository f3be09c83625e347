import { returnHash } from "@/server/banks/garanti/hash";
import type { FormFields } from "@/server/domain/form-body";
import type { BrowserForm } from "@/server/simulator/authentications";
import type { CardOutcome } from "@/server/simulator/cards";

/**
 * What a buyer with a browser, but without the shop's key, could make of a callback; the genuine form for any
 * card that forges nothing.
 */
export function forge(outcome: CardOutcome, genuine: BrowserForm): BrowserForm {
  return forgeries[outcome]?.(genuine) ?? genuine;
}

const forgeries: Partial<Record<CardOutcome, (genuine: BrowserForm) => BrowserForm>> = {
  callback_forged_hash: ({ action, fields }) => ({
    action,
    fields: replaceValue(
      fields,
      "hash",
      returnHash((name) => valueNamed(fields, name), "a key made up"),
    ),
  }),
  // The bank's hash does not cover the amount: it matches still.
  callback_forged_amount: ({ action, fields }) => ({
    action,
    fields: replaceValue(fields, "txnamount", valueNamed(fields, "txnamount") === "100" ? "200" : "100"),
  }),
  callback_forged_fields: ({ fields }) => ({
    action: valueNamed(fields, "successurl"),
    fields: nameOwnList(fields),
  }),
};

/**
 * Turns a genuine failed callback into one that says mdstatus 1 and whose hash still matches for whoever takes the list of
 * signed fields from the browser: the list names one field, which holds all the values that the bank has signed.
 */
export function nameOwnList(failed: FormFields): FormFields {
  const signed = valueNamed(failed, "hashparamsval");
  return [...replaceValue(replaceValue(failed, "mdstatus", "1"), "hashparams", "blob:"), ["blob", signed]];
}

const replaceValue = (fields: FormFields, name: string, value: string): FormFields =>
  fields.map(([candidate, old]) => [candidate, candidate === name ? value : old] as const);

const valueNamed = (fields: FormFields, name: string): string =>
  fields.find(([candidate]) => candidate === name)?.[1] ?? "";
