import { foldAscii } from "@/server/banks/compare";
import { hashVersion3 } from "@/server/banks/nestpay/hash";
import type { FormFields } from "@/server/domain/form-body";
import type { BrowserForm } from "@/server/simulator/authentications";
import type { CardOutcome } from "@/server/simulator/cards";

/**
 * What a buyer with a browser, but without the shop's key, could make of a callback; the genuine form for any
 * card that forges nothing.
 */
export function forge(outcome: CardOutcome, genuine: BrowserForm): BrowserForm {
  const forgery = forgeries[outcome];
  return forgery === undefined ? genuine : { ...genuine, fields: forgery(genuine.fields) };
}

const forgeries: Partial<Record<CardOutcome, (fields: FormFields) => FormFields>> = {
  callback_forged_hash: (fields) => replaceValue(fields, "HASH", hashVersion3(fields, "a key made up")),
  callback_forged_amount: (fields) =>
    replaceValue(fields, "amount", valueNamed(fields, "amount") === "1.00" ? "2.00" : "1.00"),
  callback_forged_fields: (fields) => renameFields(fields),
};

const replaceValue = (fields: FormFields, name: string, value: string): FormFields =>
  fields.map(([candidate, old]) => [candidate, candidate === name ? value : old] as const);

const valueNamed = (fields: FormFields, name: string) =>
  fields.find(([candidate]) => candidate === name)?.[1];

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
  return [...renamed, ["HASH", valueNamed(failed, "HASH") ?? ""]];
}
