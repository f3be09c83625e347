import type { OrderKey } from "../records/authentications";
import type { Queryable } from "../records/database";
import { type LedgerResult, type OnDay, refused, voidCredit, voidOrder } from "../records/ledger";
import { lockOrder, type OrderRecord, readRecord, type Transaction } from "../records/orders";

/**
 * A void names one transaction, or else an order, of which the last transaction is undone: a credit of the same day
 * before the sale. A sale of which credits stand cannot be voided.
 *
 * @param transactionId empty where the request names none
 */
export async function undo(
  tx: Queryable,
  key: OrderKey,
  transactionId: string,
  onDay: OnDay,
): Promise<LedgerResult> {
  await lockOrder(tx, key);
  const standing = standingOf(await readRecord(tx, key));
  const named =
    transactionId === "" ? standing.at(-1) : standing.find((one) => one.transactionId === transactionId);
  if (named === undefined) return refused("nothing_to_void");
  return named.kind === "credit" ? voidCredit(tx, named, onDay) : voidOrder(tx, key, onDay);
}

/** What was done and not undone since, oldest first. */
const standingOf = ({ order, transactions }: OrderRecord): readonly Transaction[] =>
  transactions.filter(
    ({ kind, refusal, voidedAt }) =>
      kind !== "void" && refusal === null && voidedAt === null && order?.voidedAt === null,
  );
