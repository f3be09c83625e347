import { foldAscii } from "@/server/banks/compare";
import { hashVersion3 } from "@/server/banks/nestpay/hash";
import type { FormFields } from "@/server/domain/web/form-body";
import { forgeAmount, forgerOf } from "../forgery";
import { replaceValues, valueNamed } from "../pages/form-fields";

/** What NestPay's version 3 leaves open: it signs the values, and not under which names they stand. */
export const forge = forgerOf({
  callback_forged_hash: (fields) => ({
    fields: replaceValues(fields, { HASH: hashVersion3(fields, "a key made up") }),
  }),
  callback_forged_amount: forgeAmount("amount", "1.00", "2.00"),
  callback_forged_fields: (fields) => ({ fields: renameFields(fields) }),
});

/**
 * Turns a genuine failed callback into one that says mdStatus 1 and whose hash still matches: version 3 signs the
 * values in the order of their names, but not the names. A field whose value is 1 and whose place is before
 * `mdStatus` takes that name; what would then stand before it gets names that keep the order.
 */
export function renameFields(failed: FormFields): FormFields {
  const sorted = failed
    .filter(([name]) => name !== "HASH")
    .sort(([a], [b]) => (foldAscii(a) < foldAscii(b) ? -1 : 1));
  const from = sorted.findIndex(([name, value]) => value === "1" && foldAscii(name) < "MDSTATUS");
  if (from === -1) throw new Error("No field before mdStatus has the value 1");
  const renamed = sorted.map(([name, value], index) => {
    if (index < from || foldAscii(name) > "N99") return [name, value] as const;
    return [index === from ? "mdStatus" : `n${String(index).padStart(2, "0")}`, value] as const;
  });
  return [...renamed, ["HASH", valueNamed(failed, "HASH")]];
}
