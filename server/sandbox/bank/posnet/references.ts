import { findRow, type Queryable } from "../records/database";

/** The prefix before the 20 characters of a 3-D Secure order in later operations, the same for all simulated shops. */
export const orderPrefix = "TDSC";

/**
 * Returns the order id in the 24 characters of a later operation. A text without the prefix is returned whole; it is
 * too long for an existing order.
 */
export const readOrderId = (orderReference: string, prefix: string): string =>
  orderReference.startsWith(prefix) ? orderReference.slice(prefix.length) : orderReference;

/** Returns the host's key of a transaction, 18 digits. */
export const toHostLogKey = (transactionId: string): string => `02${transactionId}91`;

/** Finds the order of an approved sale by the host's key; null when this shop has none. */
export async function findSaleByKey(db: Queryable, shop: string, hostLogKey: string): Promise<string | null> {
  const transactionId = /^02(\d{14})91$/.exec(hostLogKey)?.[1];
  if (transactionId === undefined) return null;
  const found = await findRow<{ orderId: string }>(
    db,
    `select order_id as "orderId" from simulator.bank_transaction
      where protocol = 'posnet' and shop = $1 and transaction_id = $2 and kind = 'sale' and refusal is null`,
    [shop, transactionId],
  );
  return found?.orderId ?? null;
}
