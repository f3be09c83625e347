import { valueNamed } from "../pages/form-fields";
import type { BrowserForm, StoredAuthentication } from "../records/authentications";
import type { Shops } from "../records/shops";

/**
 * What the browser takes back after the one-time code. It looks the same whatever came of it: only the bank can read
 * the packets. The fields after them are for information, and nothing vouches for them.
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
