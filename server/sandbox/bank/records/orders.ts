import type { CardFacts } from "../cards";
import type { OrderKey } from "./authentications";
import { findRow, insertRow, type Queryable } from "./database";

/** The reason of a refusal; each protocol has its own codes for the reasons. */
export type Refusal =
  | "insufficient_funds"
  | "lost_card"
  | "do_not_honour"
  | "not_authenticated"
  | "wrong_amount"
  | "wrong_installment"
  | "duplicate_order"
  | "order_not_found"
  | "nothing_to_void"
  | "day_not_closed"
  | "nothing_left"
  | "exceeds_remaining";

/** A captured order. Amounts are in kuruş. */
export interface BankOrder extends OrderKey, CardFacts {
  readonly capturedKurus: bigint;
  readonly voidedKurus: bigint;
  readonly creditedKurus: bigint;
  readonly capturedAt: Date;
  readonly voidedAt: Date | null;
}

/** One sale, void or credit that the bank did or that the card's issuer refused. */
export interface Transaction extends OrderKey {
  readonly kind: "sale" | "void" | "credit";
  readonly amountKurus: bigint;
  /** The reason of the refusal; null when approved. */
  readonly refusal: Refusal | null;
  readonly authCode: string;
  readonly rrn: string;
  readonly transactionId: string;
  readonly maskedPan: string;
  readonly at: Date;
  /** The time when a credit was voided. The time of a voided sale is in its order. */
  readonly voidedAt: Date | null;
}

/** The bank's record of an order, from which inquiries and histories are answered. */
export interface OrderRecord {
  /** The captured order; null while nothing was captured. */
  readonly order: BankOrder | null;
  /** The transactions, oldest first; empty when the bank does not know the order. */
  readonly transactions: readonly Transaction[];
}

/** Finds a captured order and locks it until the transaction ends; null when there is none. */
export const lockOrder = (tx: Queryable, key: OrderKey): Promise<BankOrder | null> =>
  findRow(tx, `select ${orderColumns} from simulator.bank_order ${whereOrder} for update`, toParameters(key));

export async function readRecord(db: Queryable, key: OrderKey): Promise<OrderRecord> {
  const done = await db.query<Transaction>(
    `select ${transactionColumns} from simulator.bank_transaction ${whereOrder} order by id`,
    toParameters(key),
  );
  const order = await findRow<BankOrder>(
    db,
    `select ${orderColumns} from simulator.bank_order ${whereOrder}`,
    toParameters(key),
  );
  return { order, transactions: done.rows };
}

/** Returns the sale that took the order's money, or undefined. */
export const approvedSale = (transactions: readonly Transaction[]): Transaction | undefined =>
  transactions.find(({ kind, refusal }) => kind === "sale" && refusal === null);

/** The terms of a sale, for banks that repeat them in their records. */
export interface SaleTerms {
  readonly proofKey: string;
  readonly installment: number;
}

/**
 * Finds the terms of the last requested sale; null when there was none. Two sales at one instant are ordered by their
 * references.
 */
export const findSaleTerms = (db: Queryable, key: OrderKey): Promise<SaleTerms | null> =>
  findRow(
    db,
    `select proof_key as "proofKey", installment from simulator.authentication ${whereOrder}
        and used_at is not null order by used_at desc, reference limit 1`,
    toParameters(key),
  );

/** Lists all captured orders by the time of capture. */
export async function listOrders(db: Queryable): Promise<BankOrder[]> {
  const { rows } = await db.query<BankOrder>(
    `select ${orderColumns} from simulator.bank_order order by captured_at, order_id, protocol, shop`,
  );
  return rows;
}

/** Inserts a captured order; returns false when another request captured it in the meantime. */
export const insertOrder = (
  tx: Queryable,
  paid: OrderKey & CardFacts & { readonly amountKurus: bigint },
  now: Date,
): Promise<boolean> =>
  insertRow(tx, "bank_order", {
    protocol: paid.protocol,
    shop: paid.shop,
    order_id: paid.orderId,
    captured: paid.amountKurus,
    captured_at: now,
    masked_pan: paid.maskedPan,
    scheme: paid.scheme,
    issuer: paid.issuer,
    outcome: paid.outcome,
  });

/** Marks a captured order as completely voided. */
export async function recordVoid(tx: Queryable, key: OrderKey, now: Date): Promise<void> {
  await tx.query(`update simulator.bank_order set voided = captured, voided_at = $4 ${whereOrder}`, [
    ...toParameters(key),
    now,
  ]);
}

/** Adds an amount to the credited sum of a captured order. */
export async function recordCredit(tx: Queryable, key: OrderKey, amountKurus: bigint): Promise<void> {
  await tx.query(`update simulator.bank_order set credited = credited + $4 ${whereOrder}`, [
    ...toParameters(key),
    amountKurus,
  ]);
}

/** Marks a credit as voided and subtracts it from the credited sum of its order. */
export async function recordVoidedCredit(
  tx: Queryable,
  { transactionId, amountKurus, ...key }: Transaction,
  now: Date,
): Promise<void> {
  await tx.query(
    `update simulator.bank_transaction set voided_at = $5 ${whereOrder} and transaction_id = $4 and kind = 'credit'`,
    [...toParameters(key), transactionId, now],
  );
  await recordCredit(tx, key, -amountKurus);
}

/** Finds the order id of an approved sale or credit; null when this shop has no such transaction. */
export async function findTransactionOrder(
  db: Queryable,
  { protocol, shop }: Pick<OrderKey, "protocol" | "shop">,
  transactionId: string,
): Promise<string | null> {
  const found = await findRow<{ orderId: string }>(
    db,
    `select order_id as "orderId" from simulator.bank_transaction
      where protocol = $1 and shop = $2 and transaction_id = $3 and kind <> 'void' and refusal is null`,
    [protocol, shop, transactionId],
  );
  return found?.orderId ?? null;
}

export async function writeTransaction(tx: Queryable, done: Transaction): Promise<void> {
  const { orderId, amountKurus, authCode, transactionId, maskedPan, voidedAt, ...same } = done;
  await insertRow(tx, "bank_transaction", {
    ...same,
    order_id: orderId,
    amount: amountKurus,
    auth_code: authCode,
    transaction_id: transactionId,
    masked_pan: maskedPan,
    voided_at: voidedAt,
  });
}

const whereOrder = "where protocol = $1 and shop = $2 and order_id = $3";
const toParameters = (key: OrderKey) => [key.protocol, key.shop, key.orderId];

const orderColumns = `protocol, shop, order_id as "orderId", captured as "capturedKurus", voided as "voidedKurus",
  credited as "creditedKurus", captured_at as "capturedAt", voided_at as "voidedAt", masked_pan as "maskedPan",
  scheme, issuer, outcome`;

const transactionColumns = `protocol, shop, order_id as "orderId", kind, amount as "amountKurus", refusal,
  auth_code as "authCode", rrn, transaction_id as "transactionId", masked_pan as "maskedPan", at,
  voided_at as "voidedAt"`;
