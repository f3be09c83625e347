import type { FormFields } from "@/server/domain/web/form-body";
import { forgeAmount, forgerOf } from "../forgery";
import { replaceValues, valueNamed } from "../pages/form-fields";
import { provenFields } from "./callback";

/** What PayFor's return leaves open: the values that are signed are joined without a border. */
export const forge = forgerOf({
  callback_forged_hash: (fields) => ({ fields: replaceValues(fields, { ResponseHash: hashMadeUp }) }),
  callback_forged_amount: forgeAmount("PurchAmount", "1.00", "2.00"),
  callback_forged_fields: (fields) => ({ fields: moveBorder(fields) }),
});

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
    {
      ...Object.fromEntries(provenFields),
      PayerAuthenticationCode: "AAABBCaIaIAoUkWEBYhoAAAAAAA=",
      Eci: "05",
      ProcReturnCode: `${valueNamed(failed, "ProcReturnCode")}-`,
      "3DStatus": "1",
    },
  );
}
