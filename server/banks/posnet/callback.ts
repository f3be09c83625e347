import type { Authentication, BankAccount, BankOrder, ReturnFields, Unresolved } from "@/server/banks/bank";
import { foldAscii } from "@/server/banks/compare";
import { readFields } from "@/server/banks/return-fields";
import { toXid } from "./order";

/**
 * Checks the return that the browser posted: three packets that only the bank can read (`resolve.ts`), each once, and
 * no unknown field (D-51). The readable fields next to them are not signed, so they can refuse the return early but
 * never prove anything (B-4.3).
 */
export function readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication | Unresolved {
  const received = readFields(fields, knownNames, packetNames.map(foldAscii));
  if (received === null) return { verdict: "refused", why: "fields" };

  const why = findContradiction(received, sent, account);
  if (why !== null) return { verdict: "refused", why };

  const packets = packetNames.map((name) => [name, received.get(foldAscii(name)) ?? ""] as const);
  return packets.every(([, value]) => /^[!-~]{1,4000}$/.test(value))
    ? { verdict: "unresolved", proofs: Object.fromEntries(packets) }
    : { verdict: "refused", why: "values" };
}

const packetNames = ["MerchantPacket", "BankPacket", "Sign"] as const;
const informativeNames = ["Xid", "Amount", "CCPrefix", "TranType", "MerchantId"] as const;
const knownNames: ReadonlySet<string> = new Set([...packetNames, ...informativeNames].map(foldAscii));

/**
 * Returns the reason to refuse a return whose readable fields differ from what was sent; null when there is none. The
 * amount is compared only when it is whole kuruş, because no other notation of it is documented.
 */
function findContradiction(
  received: ReadonlyMap<string, string>,
  sent: BankOrder,
  account: BankAccount,
): "order" | "amount" | "values" | null {
  const xid = received.get("XID");
  if (xid !== undefined && xid !== toXid(sent.orderId)) return "order";
  const amount = received.get("AMOUNT") ?? "";
  if (/^\d{1,15}$/.test(amount) && BigInt(amount) !== sent.amountKurus) return "amount";
  const merchantId = received.get("MERCHANTID") || account.merchantId;
  return merchantId === account.merchantId ? null : "values";
}
