import { foldAscii } from "@/server/banks/compare";
import type { FormFields } from "@/server/domain/form-body";
import type { BrowserForm } from "@/server/simulator/authentications";
import type { CardOutcome } from "@/server/simulator/cards";
import { provenFields } from "./callback";

/**
 * What a buyer with a browser, but without the shop's pass, could make of a return; the genuine form for any card
 * that forges nothing.
 */
export function forge(outcome: CardOutcome, genuine: BrowserForm): BrowserForm {
  const forgery = forgeries[outcome];
  return forgery === undefined ? genuine : { ...genuine, fields: forgery(genuine.fields) };
}

const forgeries: Partial<Record<CardOutcome, (fields: FormFields) => FormFields>> = {
  callback_forged_hash: (fields) => replaceValues(fields, [["ResponseHash", hashMadeUp]]),
  callback_forged_amount: (fields) =>
    replaceValues(fields, [["PurchAmount", valueNamed(fields, "PurchAmount") === "1.00" ? "2.00" : "1.00"]]),
  callback_forged_fields: (fields) => moveBorder(fields),
};

/** As long as a SHA-1 digest. */
const hashMadeUp = Buffer.alloc(20, "made-up").toString("base64");

/**
 * Turns a genuine failed return into one that says `3DStatus` 1 and whose hash still matches: nothing stands between the
 * values that are signed, so `V034` and `-1` may as well be `V034-` and `1`. What nobody signs is taken from a success.
 */
export function moveBorder(failed: FormFields): FormFields {
  const status = valueNamed(failed, "3DStatus");
  if (status !== "-1") throw new Error("Only a return that says 3DStatus -1 has a border to move");
  return replaceValues(
    failed.filter(([name]) => !name.startsWith("Irc")),
    [
      ...provenFields,
      ["PayerAuthenticationCode", "AAABBCaIaIAoUkWEBYhoAAAAAAA="],
      ["Eci", "05"],
      ["ProcReturnCode", `${valueNamed(failed, "ProcReturnCode")}-`],
      ["3DStatus", "1"],
    ],
  );
}

const replaceValues = (fields: FormFields, changes: FormFields): FormFields => {
  const values = new Map(changes.map(([name, value]) => [foldAscii(name), value]));
  return fields.map(([name, value]) => [name, values.get(foldAscii(name)) ?? value] as const);
};

const valueNamed = (fields: FormFields, name: string): string =>
  fields.find(([candidate]) => candidate === name)?.[1] ?? "";
