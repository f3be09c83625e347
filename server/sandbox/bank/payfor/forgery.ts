import type { FormFields } from "@/server/domain/web/form-body";
import { createForger, forgeAmount } from "../forgery";
import { replaceValues, valueNamed } from "../pages/form-fields";
import { provenFields } from "./callback";

/** Forges PayFor's return. The weakness is that the signed values are joined without separators. */
export const forge = createForger({
  callback_forged_hash: (fields) => ({ fields: replaceValues(fields, { ResponseHash: hashMadeUp }) }),
  callback_forged_amount: forgeAmount("PurchAmount", "1.00", "2.00"),
  callback_forged_fields: (fields) => ({ fields: moveBorder(fields) }),
});

/** An invented hash with the length of a SHA-1 digest. */
const hashMadeUp = Buffer.alloc(20, "made-up").toString("base64");

/**
 * Turns a genuine failed return into one with `3DStatus` 1 whose hash still matches: the signed values have no
 * separator, so `V034` and `-1` give the same text as `V034-` and `1`. The unsigned fields are those of a success.
 * @throws Error for a return without `3DStatus` -1
 */
export function moveBorder(failed: FormFields): FormFields {
  const status = valueNamed(failed, "3DStatus");
  if (status !== "-1") throw new Error("Only a return with 3DStatus -1 can be forged");
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
