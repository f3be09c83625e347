import { returnHash } from "@/server/banks/garanti/hash";
import type { FormFields } from "@/server/domain/web/form-body";
import { forgeAmount, forgerOf } from "../forgery";
import { replaceValues, valueNamed } from "../pages/form-fields";

/** What Garanti's return leaves open: it says itself which of its fields the hash is over. */
export const forge = forgerOf({
  callback_forged_hash: (fields) => ({
    fields: replaceValues(fields, {
      hash: returnHash((name) => valueNamed(fields, name), "a key made up"),
    }),
  }),
  // The bank's hash does not cover the amount: it matches still.
  callback_forged_amount: forgeAmount("txnamount", "100", "200"),
  callback_forged_fields: (fields) => ({
    action: valueNamed(fields, "successurl"),
    fields: nameOwnList(fields),
  }),
});

/**
 * Turns a genuine failed callback into one that says mdstatus 1 and whose hash still matches for whoever takes the list of
 * signed fields from the browser: the list names one field, which holds all the values that the bank has signed.
 */
export function nameOwnList(failed: FormFields): FormFields {
  const signed = valueNamed(failed, "hashparamsval");
  return [...replaceValues(failed, { mdstatus: "1", hashparams: "blob:" }), ["blob", signed]];
}
