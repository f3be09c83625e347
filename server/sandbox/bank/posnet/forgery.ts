import type { FormFields } from "@/server/domain/web/form-body";
import { createForger, forgeAmount } from "../forgery";
import { replaceValues, valueNamed } from "../pages/form-fields";
import { deriveCheapOrder } from "./packets";

/** Forges PosNet's return. The weakness is that the merchant cannot read in it to which order the packets belong. */
export const forge = createForger({
  callback_forged_hash: (fields) => ({
    fields: replaceValues(fields, { Sign: altered(valueNamed(fields, "Sign")) }),
  }),
  callback_forged_amount: forgeAmount("Amount", "100", "200"),
  callback_forged_fields: (fields) => ({ fields: swapPackets(fields) }),
});

/**
 * Replaces the packets by genuine ones of another order of the same shop. The unsigned fields remain those of this
 * order, so only the bank can find out that the packets belong to another order.
 */
function swapPackets(failed: FormFields): FormFields {
  const cheap = deriveCheapOrder(valueNamed(failed, "BankPacket"), BigInt(valueNamed(failed, "Amount")));
  return replaceValues(failed, {
    MerchantPacket: cheap.merchantData,
    BankPacket: cheap.bankData,
    Sign: cheap.sign,
  });
}

/** Changes the last hex digit of a text to the next one. */
const altered = (hex: string): string =>
  hex.slice(0, -1) + ((Number.parseInt(hex.slice(-1), 16) + 1) % 16).toString(16).toUpperCase();
