import type { FormFields } from "@/server/domain/web/form-body";
import type { CardFacts } from "../cards";
import { findRow, insertRow, type Queryable } from "./database";

/** The key of an order of one shop at one bank; every row of the ledger has one. */
export interface OrderKey {
  readonly protocol: string;
  readonly shop: string;
  readonly orderId: string;
}

/** A form that the buyer's browser posts to the merchant. */
export interface BrowserForm {
  readonly action: string;
  readonly fields: FormFields;
}

/** One 3-D Secure authentication. It never contains a card number or a security code. */
export interface Authentication extends OrderKey, CardFacts {
  /** The secret part of the address of its page. */
  readonly reference: string;
  readonly amountKurus: bigint;
  readonly installment: number;
  readonly language: "tr" | "en";
  /** The value by which a capture finds the authentication, for example `md`. */
  readonly proofKey: string;
  /** The values that the capture must repeat, for example `xid`, `eci` and `cavv`. */
  readonly proofs: Readonly<Record<string, string>>;
  /** The form that the merchant posted, without the card. */
  readonly sent: FormFields;
  readonly buyerIp: string;
}

export interface StoredAuthentication extends Authentication {
  readonly state: "waiting" | Verdict;
  /** The form that the browser posts back; null while waiting, and when the test card prevents the return. */
  readonly callback: BrowserForm | null;
  readonly isUsed: boolean;
}

export type Verdict = "authenticated" | "failed";

/** Stores an authentication that waits for its buyer. */
export async function openAuthentication(db: Queryable, opened: Authentication, now: Date): Promise<void> {
  const { orderId, amountKurus, maskedPan, proofKey, proofs, sent, buyerIp, ...same } = opened;
  await insertRow(db, "authentication", {
    ...same,
    order_id: orderId,
    amount: amountKurus,
    masked_pan: maskedPan,
    proof_key: proofKey,
    proofs: JSON.stringify(proofs),
    sent: JSON.stringify(sent),
    buyer_ip: buyerIp,
    state: "waiting",
    created_at: now,
  });
}

export const findAuthentication = (db: Queryable, reference: string): Promise<StoredAuthentication | null> =>
  findRow(db, `select ${columns} from simulator.authentication where reference = $1`, [reference]);

/** Finds an authentication by the proof key of a capture, without a lock. */
export const findByProof = (db: Queryable, protocol: string, proofKey: string): Promise<StoredAuthentication | null> =>
  findRow(db, `select ${columns} from simulator.authentication where protocol = $1 and proof_key = $2`, [
    protocol,
    proofKey,
  ]);

/**
 * Finds an authentication by the proof key of a capture and locks it until the transaction ends, because it may be used
 * for one capture only.
 */
export const lockAuthentication = (
  tx: Queryable,
  protocol: string,
  proofKey: string,
): Promise<StoredAuthentication | null> =>
  findRow(tx, `select ${columns} from simulator.authentication where protocol = $1 and proof_key = $2 for update`, [
    protocol,
    proofKey,
  ]);

/** The values that the buyer's browser adds to an authentication that the merchant's server has opened. */
export type BroughtByBrowser = Pick<Authentication, "sent" | "language" | "buyerIp">;

/** Stores the values of the first browser request; later requests, and requests after the decision, change nothing. */
export async function admitBrowser(
  db: Queryable,
  reference: string,
  { sent, language, buyerIp }: BroughtByBrowser,
): Promise<void> {
  await db.query(
    `update simulator.authentication set sent = $2, language = $3, buyer_ip = $4
      where reference = $1 and state = 'waiting' and sent = '[]'`,
    [reference, JSON.stringify(sent), language, buyerIp],
  );
}

/** Decides a waiting authentication by compare-and-set; returns false when it was decided before. */
export async function decideAuthentication(
  db: Queryable,
  reference: string,
  verdict: Verdict,
  callback: BrowserForm | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    "update simulator.authentication set state = $2, callback = $3 where reference = $1 and state = 'waiting'",
    [reference, verdict, callback === null ? null : JSON.stringify(callback)],
  );
  return rowCount === 1;
}

/** Marks an authentication as used, so that no later capture can use it. */
export async function spendAuthentication(tx: Queryable, reference: string, now: Date): Promise<void> {
  await tx.query("update simulator.authentication set used_at = $2 where reference = $1", [reference, now]);
}

const columns = `reference, protocol, shop, order_id as "orderId", amount as "amountKurus", installment, language,
  masked_pan as "maskedPan", scheme, issuer, outcome, proof_key as "proofKey", proofs, sent,
  buyer_ip as "buyerIp", state, callback, used_at is not null as "isUsed"`;
