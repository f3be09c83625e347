import type { Authentication, BankAccount, BankOrder, ReturnFields, Unresolved } from "@/server/banks/bank";
import { foldAscii } from "@/server/banks/compare";
import { readFields } from "@/server/banks/return-fields";
import { xidOf } from "./order";

/**
 * Looks at what the browser brought back: three packets that only the bank can read (`resolve.ts`), each once, and
 * nothing that is not known (D-51). What stands beside them in clear is signed by nobody: it may refuse the
 * return early, and is believed in nothing.
 */
export function readReturn(
  fields: ReturnFields,
  sent: BankOrder,
  account: BankAccount,
): Authentication | Unresolved {
  const received = readFields(fields, knownNames, packetNames.map(foldAscii));
  if (received === null) return { verdict: "refused", why: "fields" };

  const why = contradictionOf(received, sent, account);
  if (why !== null) return { verdict: "refused", why };

  const packets = packetNames.map((name) => [name, received.get(foldAscii(name)) ?? ""] as const);
  return packets.every(([, value]) => /^[!-~]{1,4000}$/.test(value))
    ? { verdict: "unresolved", proofs: Object.fromEntries(packets) }
    : { verdict: "refused", why: "values" };
}

const packetNames = ["MerchantPacket", "BankPacket", "Sign"] as const;
const informativeNames = ["Xid", "Amount", "CCPrefix", "TranType", "MerchantId"] as const;
const knownNames: ReadonlySet<string> = new Set([...packetNames, ...informativeNames].map(foldAscii));

/** An amount is compared where it is whole kuruş: how else it may be written is not told. */
function contradictionOf(
  received: ReadonlyMap<string, string>,
  sent: BankOrder,
  account: BankAccount,
): "order" | "amount" | "values" | null {
  const xid = received.get("XID");
  if (xid !== undefined && xid !== xidOf(sent.orderId)) return "order";
  const amount = received.get("AMOUNT") ?? "";
  if (/^\d{1,15}$/.test(amount) && BigInt(amount) !== sent.amountKurus) return "amount";
  const merchantId = received.get("MERCHANTID") || account.merchantId;
  return merchantId === account.merchantId ? null : "values";
}
