import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { type Answer, unknown } from "./answer";
import { entryReferences, readOrder } from "./status";

/**
 * Reads an order's sale, void and credits, oldest first. One transaction that is not understood makes the history
 * unknown as a whole, because sums depend on it.
 */
export function decodeHistory(wanted: string, answer: Answer): Outcome {
  const order = readOrder(wanted, answer);
  if (order === "not_found") return { kind: "not_found" };
  if (typeof order === "string") return unknown(order);
  const records = order.transactions.map((one): HistoryRecord => {
    const { kind, amountKurus, entry } = one;
    return one.counts || one === order.sale
      ? { kind, approved: true, amountKurus, references: entryReferences(entry), at: readBankTime(entry.at) }
      : { kind, approved: false, amountKurus };
  });
  return { kind: "history", records };
}
