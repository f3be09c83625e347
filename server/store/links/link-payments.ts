import { type Db, findTraceParent, markMoved, type Tx } from "../db";
import { lockPayment, type PaymentRow } from "../payments/payments";
import { type LinkRow, linkPaymentCode } from "./links";

/** Finds the initiated payment of a link; null where there is none. A link has at most one (D-11). */
export const findOpenPayment = (db: Db, linkId: string) =>
  db.prisma.payment.findFirst({
    where: { linkId, status: "initiated" },
    select: { id: true, status: true, expiresAt: true, captureStartedAt: true },
  });

/** Locks the initiated payment of a link and returns it. The caller holds the link's lock already. */
export async function lockOpenPayment(tx: Tx, linkId: string): Promise<PaymentRow | null> {
  const open = await tx.payment.findFirst({ where: { linkId, status: "initiated" }, select: { id: true } });
  return open && lockPayment(tx, open.id);
}

export interface NewLinkPayment {
  readonly paymentCode: string;
  /** The last number of the payment's `PL-` code (D-11). */
  readonly attemptNo: number;
  readonly installment: number;
  readonly amountKurus: bigint;
  /** The buyer's share of the commission, which the amount includes. Kuruş. */
  readonly shareKurus: bigint;
  readonly tariffId: string | null;
  /** The hash of a `paymentRef` that is never given out: a link's payment is paid on the link's page only. */
  readonly refHash: Uint8Array;
  readonly refCipher: Uint8Array;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Inserts a payment of a link. Returns false where the merchant uses its `PL-` code for another payment (D-11). */
export async function insertLinkPayment(tx: Tx, link: LinkRow, payment: NewLinkPayment): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    insert into payment (id, partner_id, terminal_id, partner_tx_code, source, link_id, status, amount, installment,
                         description, return_url, ref_hash, ref_cipher, created_at, updated_at, counted_at, expires_at,
                         tariff_id, customer_share_bps, customer_share_amount, trace_parent)
    values (${payment.paymentCode}, ${link.partnerId}, ${link.terminalId},
            ${linkPaymentCode(link, payment.attemptNo)}, 'payment_link', ${link.id}, 'initiated', ${payment.amountKurus},
            ${payment.installment}, ${link.description}, ${link.redirectUrl}, ${payment.refHash}, ${payment.refCipher},
            ${payment.now}, ${payment.now}, ${payment.now}, ${payment.expiresAt}, ${payment.tariffId},
            ${link.customerShareBps}, ${payment.shareKurus}, ${findTraceParent(tx)})
    on conflict (partner_id, partner_tx_code) where status in ('initiated', 'captured') do nothing`;
  if (inserted === 0) return false;
  markMoved(tx, { kind: "payment", to: "initiated" });
  await tx.paymentLink.update({ where: { id: link.id }, data: { lastAttemptNo: payment.attemptNo } });
  return true;
}
