import type { FormFields } from "@/server/domain/web/form-body";
import { forgeAmount, forgerOf } from "../forgery";
import { replaceValues, valueNamed } from "../pages/form-fields";
import { cheapOrderBeside } from "./packets";

/** What PosNet's return leaves open: nothing in it says for the merchant which order the packets are of. */
export const forge = forgerOf({
  callback_forged_hash: (fields) => ({
    fields: replaceValues(fields, { Sign: altered(valueNamed(fields, "Sign")) }),
  }),
  callback_forged_amount: forgeAmount("Amount", "100", "200"),
  callback_forged_fields: (fields) => ({ fields: swapPackets(fields) }),
});

/**
 * The genuine packets of another order of the same shop, brought to this order's address. The fields beside them, for
 * which nothing vouches, stay this order's: nobody but the bank can tell what the packets stand for.
 */
function swapPackets(failed: FormFields): FormFields {
  const cheap = cheapOrderBeside(valueNamed(failed, "BankPacket"), BigInt(valueNamed(failed, "Amount")));
  return replaceValues(failed, {
    MerchantPacket: cheap.merchantData,
    BankPacket: cheap.bankData,
    Sign: cheap.sign,
  });
}

/** Another text of the same kind: its last hex digit is the next one. */
const altered = (hex: string): string =>
  hex.slice(0, -1) + ((Number.parseInt(hex.slice(-1), 16) + 1) % 16).toString(16).toUpperCase();
