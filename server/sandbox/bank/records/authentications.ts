import type { FormFields } from "@/server/domain/web/form-body";
import type { CardFacts } from "../cards";
import { findRow, insertRow, type Queryable } from "./database";

/** An order of one shop at one bank: what every row of the ledger belongs to. */
export interface OrderKey {
  readonly protocol: string;
  readonly shop: string;
  readonly orderId: string;
}

/** A form that the buyer's browser takes to the merchant. */
export interface BrowserForm {
  readonly action: string;
  readonly fields: FormFields;
}

/** One 3-D Secure authentication. Holds no card number and no security code, ever. */
export interface Authentication extends OrderKey, CardFacts {
  /** Secret part of the address of its page. */
  readonly reference: string;
  readonly amountKurus: bigint;
  readonly installment: number;
  readonly language: "tr" | "en";
  /** What the capture finds it by (`md`), and what the capture must repeat (`xid`, `eci`, `cavv`). */
  readonly proofKey: string;
  readonly proofs: Readonly<Record<string, string>>;
  /** What the merchant posted, without the card. */
  readonly sent: FormFields;
  readonly buyerIp: string;
}

export interface StoredAuthentication extends Authentication {
  readonly state: "waiting" | Verdict;
  /** What the browser takes back; null while waiting, and for a browser that never comes back. */
  readonly callback: BrowserForm | null;
  readonly isUsed: boolean;
}

export type Verdict = "authenticated" | "failed";

/** Keeps an authentication that waits for its buyer. */
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

/** Finds it by what a capture brings, for a look only. */
export const findByProof = (
  db: Queryable,
  protocol: string,
  proofKey: string,
): Promise<StoredAuthentication | null> =>
  findRow(db, `select ${columns} from simulator.authentication where protocol = $1 and proof_key = $2`, [
    protocol,
    proofKey,
  ]);

/** Finds it by what a capture brings, and locks it until the transaction ends: it is good for one capture. */
export const lockAuthentication = (
  tx: Queryable,
  protocol: string,
  proofKey: string,
): Promise<StoredAuthentication | null> =>
  findRow(
    tx,
    `select ${columns} from simulator.authentication where protocol = $1 and proof_key = $2 for update`,
    [protocol, proofKey],
  );

/** What the buyer's browser brings to an authentication that the merchant's server had opened before. */
export type BroughtByBrowser = Pick<Authentication, "sent" | "language" | "buyerIp">;

/** Keeps what the first browser brought; nothing changes for one that comes later, or after the end. */
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

/** Ends the wait, once: false when it had ended before. */
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

/** From now on no capture can rest on it. */
export async function spendAuthentication(tx: Queryable, reference: string, now: Date): Promise<void> {
  await tx.query("update simulator.authentication set used_at = $2 where reference = $1", [reference, now]);
}

const columns = `reference, protocol, shop, order_id as "orderId", amount as "amountKurus", installment, language,
  masked_pan as "maskedPan", scheme, issuer, outcome, proof_key as "proofKey", proofs, sent,
  buyer_ip as "buyerIp", state, callback, used_at is not null as "isUsed"`;
