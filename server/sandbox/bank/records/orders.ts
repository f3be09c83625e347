import type { CardFacts } from "../cards";
import type { OrderKey } from "./authentications";
import { findRow, insertRow, type Queryable } from "./database";

/** Why the bank does not do what it is asked; each protocol has codes of its own for these. */
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

/** An order that was captured. Amounts in kuruş. */
export interface BankOrder extends OrderKey, CardFacts {
  readonly capturedKurus: bigint;
  readonly voidedKurus: bigint;
  readonly creditedKurus: bigint;
  readonly capturedAt: Date;
  readonly voidedAt: Date | null;
}

/** One thing that the bank did, or that the card's issuer would not let it do. */
export interface Transaction extends OrderKey {
  readonly kind: "sale" | "void" | "credit";
  readonly amountKurus: bigint;
  /** Null when it was approved. */
  readonly refusal: Refusal | null;
  readonly authCode: string;
  readonly rrn: string;
  readonly transactionId: string;
  readonly maskedPan: string;
  readonly at: Date;
  /** When a credit was undone; a sale's time stands with its order. */
  readonly voidedAt: Date | null;
}

/** What the bank has on record for an order: inquiries and histories are read from this. */
export interface OrderRecord {
  /** Null while nothing was captured. */
  readonly order: BankOrder | null;
  /** Oldest first; empty when the bank has never heard of the order. */
  readonly transactions: readonly Transaction[];
}

/** Locks a captured order until the transaction ends; null when there is none. */
export const lockOrder = (tx: Queryable, key: OrderKey): Promise<BankOrder | null> =>
  findRow(tx, `select ${orderColumns} from simulator.bank_order ${ofOrder} for update`, parametersOf(key));

export async function readRecord(db: Queryable, key: OrderKey): Promise<OrderRecord> {
  const done = await db.query<Transaction>(
    `select ${transactionColumns} from simulator.bank_transaction ${ofOrder} order by id`,
    parametersOf(key),
  );
  const order = await findRow<BankOrder>(
    db,
    `select ${orderColumns} from simulator.bank_order ${ofOrder}`,
    parametersOf(key),
  );
  return { order, transactions: done.rows };
}

/** The sale that took the order's money; undefined while there is none. */
export const approvedSale = (transactions: readonly Transaction[]): Transaction | undefined =>
  transactions.find(({ kind, refusal }) => kind === "sale" && refusal === null);

/** What a sale rests on, for banks that repeat it in their records. */
export interface SaleTerms {
  readonly proofKey: string;
  readonly installment: number;
}

/** The terms of the last sale that was asked for; null when there was none. */
export const findSaleTerms = (db: Queryable, key: OrderKey): Promise<SaleTerms | null> =>
  findRow(
    db,
    `select proof_key as "proofKey", installment from simulator.authentication ${ofOrder}
        and used_at is not null order by used_at desc limit 1`,
    parametersOf(key),
  );

/** Every captured order, in the order of capture. */
export async function listOrders(db: Queryable): Promise<BankOrder[]> {
  const { rows } = await db.query<BankOrder>(
    `select ${orderColumns} from simulator.bank_order order by captured_at, order_id`,
  );
  return rows;
}

/** Records a capture; false when another request captured this order in the meantime. */
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

/** Marks a captured order as undone whole. */
export async function recordVoid(tx: Queryable, key: OrderKey, now: Date): Promise<void> {
  await tx.query(`update simulator.bank_order set voided = captured, voided_at = $4 ${ofOrder}`, [
    ...parametersOf(key),
    now,
  ]);
}

/** Adds to what was given back of a captured order. */
export async function recordCredit(tx: Queryable, key: OrderKey, amountKurus: bigint): Promise<void> {
  await tx.query(`update simulator.bank_order set credited = credited + $4 ${ofOrder}`, [
    ...parametersOf(key),
    amountKurus,
  ]);
}

/** Marks a credit as undone, and takes it out of what was given back. */
export async function recordVoidedCredit(
  tx: Queryable,
  { transactionId, amountKurus, ...key }: Transaction,
  now: Date,
): Promise<void> {
  await tx.query(
    `update simulator.bank_transaction set voided_at = $5 ${ofOrder} and transaction_id = $4 and kind = 'credit'`,
    [...parametersOf(key), transactionId, now],
  );
  await recordCredit(tx, key, -amountKurus);
}

/** The order of an approved sale or credit; null when this shop has no transaction of that id. */
export async function findOrderOf(
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

const ofOrder = "where protocol = $1 and shop = $2 and order_id = $3";
const parametersOf = (key: OrderKey) => [key.protocol, key.shop, key.orderId];

const orderColumns = `protocol, shop, order_id as "orderId", captured as "capturedKurus", voided as "voidedKurus",
  credited as "creditedKurus", captured_at as "capturedAt", voided_at as "voidedAt", masked_pan as "maskedPan",
  scheme, issuer, outcome`;

const transactionColumns = `protocol, shop, order_id as "orderId", kind, amount as "amountKurus", refusal,
  auth_code as "authCode", rrn, transaction_id as "transactionId", masked_pan as "maskedPan", at,
  voided_at as "voidedAt"`;
