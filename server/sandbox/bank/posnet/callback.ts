import { valueNamed } from "../pages/form-fields";
import type { BrowserForm, StoredAuthentication } from "../records/authentications";
import type { Shops } from "../records/shops";

/**
 * Builds the return of an authentication. Success and failure look the same, because only the bank can read the
 * packets. The other fields are informative and not signed (B-4.3).
 */
export function challengeCallback(
  _: Shops,
  { sent, proofs, maskedPan, amountKurus, orderId }: StoredAuthentication,
): BrowserForm {
  return {
    action: valueNamed(sent, "merchantReturnURL"),
    fields: [
      ["MerchantPacket", proofs.merchantData ?? ""],
      ["BankPacket", proofs.bankData ?? ""],
      ["Sign", proofs.sign ?? ""],
      ["CCPrefix", maskedPan.slice(0, 6)],
      ["TranType", "Sale"],
      ["Amount", amountKurus.toString()],
      ["Xid", orderId],
    ],
  };
}
