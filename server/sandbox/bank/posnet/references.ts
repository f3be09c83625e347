import { findRow, type Queryable } from "../records/database";

/** What the bank puts before the 20 characters of an order of 3-D Secure in later operations, for its shops here. */
export const orderPrefix = "TDSC";

/** The order in the 24 characters that later operations name it by; other texts name no order that there could be. */
export const orderIdOf = (orderReference: string): string =>
  orderReference.startsWith(orderPrefix) ? orderReference.slice(orderPrefix.length) : orderReference;

/** The 18 digits under which the bank's host keeps a transaction. */
export const hostLogKeyOf = (transactionId: string): string => `02${transactionId}91`;

/** The order whose approved sale the host keeps under this key; null when this shop has none. */
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
