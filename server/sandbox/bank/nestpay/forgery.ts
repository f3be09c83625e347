import { foldAscii } from "@/server/banks/compare";
import { hashVersion3 } from "@/server/banks/nestpay/hash";
import type { FormFields } from "@/server/domain/web/form-body";
import { createForger, forgeAmount } from "../forgery";
import { replaceValues, valueNamed } from "../pages/form-fields";

/** Forges NestPay's return. The weakness is that hash version 3 covers the values but not their names (B-2.9). */
export const forge = createForger({
  callback_forged_hash: (fields) => ({
    fields: replaceValues(fields, { HASH: hashVersion3(fields, "a key made up") }),
  }),
  callback_forged_amount: forgeAmount("amount", "1.00", "2.00"),
  callback_forged_fields: (fields) => ({ fields: renameFields(fields) }),
});

/**
 * Turns a genuine failed callback into one with mdStatus 1 whose hash still matches: version 3 signs the values in the
 * order of their names, but not the names. A field with the value 1 that sorts before `mdStatus` takes that name; the
 * fields that would then sort before it get names that keep the order.
 * @throws Error when no field before `mdStatus` has the value 1
 */
export function renameFields(failed: FormFields): FormFields {
  const sorted = failed.filter(([name]) => name !== "HASH").sort(([a], [b]) => (foldAscii(a) < foldAscii(b) ? -1 : 1));
  const from = sorted.findIndex(([name, value]) => value === "1" && foldAscii(name) < "MDSTATUS");
  if (from === -1) throw new Error("No field before mdStatus has the value 1");
  const renamed = sorted.map(([name, value], index) => {
    if (index < from || foldAscii(name) > "N99") return [name, value] as const;
    return [index === from ? "mdStatus" : `n${String(index).padStart(2, "0")}`, value] as const;
  });
  return [...renamed, ["HASH", valueNamed(failed, "HASH")]];
}
