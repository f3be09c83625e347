import { returnHash } from "@/server/banks/garanti/hash";
import type { FormFields } from "@/server/domain/web/form-body";
import { createForger, forgeAmount } from "../forgery";
import { replaceValues, valueNamed } from "../pages/form-fields";

/** Forges Garanti's return. The weakness is that the return itself names the fields that its hash covers (B-3.6). */
export const forge = createForger({
  callback_forged_hash: (fields) => ({
    fields: replaceValues(fields, {
      hash: returnHash((name) => valueNamed(fields, name), "a key made up"),
    }),
  }),
  // The hash does not cover the amount, so it still matches.
  callback_forged_amount: forgeAmount("txnamount", "100", "200"),
  callback_forged_fields: (fields) => ({
    action: valueNamed(fields, "successurl"),
    fields: nameOwnList(fields),
  }),
});

/**
 * Turns a genuine failed callback into one with mdstatus 1. Its hash still matches for a merchant who takes the list of
 * signed fields from the browser: the new list names one field that contains all the signed values.
 */
function nameOwnList(failed: FormFields): FormFields {
  const signed = valueNamed(failed, "hashparamsval");
  return [...replaceValues(failed, { mdstatus: "1", hashparams: "blob:" }), ["blob", signed]];
}
