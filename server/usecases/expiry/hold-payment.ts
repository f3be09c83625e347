import type { PaymentStatus } from "@/server/domain/states";
import { raiseAlert } from "@/server/store/alerts";
import { setHeldSince } from "@/server/store/corrections/corrections";
import type { Tx } from "@/server/store/db";
import { isLinkDue, type LinkRow, lockLink, moveLink } from "@/server/store/links/links";
import { lockPayment, movePayment, type PaymentRow } from "@/server/store/payments/payments";

/** A payment under its row lock, and the link that it pays under its own. */
export interface HeldPayment {
  readonly payment: PaymentRow;
  readonly link: LinkRow | null;
}

/** Locks a payment, its link first (the order of all locks). */
export async function holdPayment(
  tx: Tx,
  { id, linkId }: Pick<PaymentRow, "id" | "linkId">,
): Promise<HeldPayment> {
  const link = linkId === null ? null : await lockLink(tx, linkId);
  return { link, payment: await lockPayment(tx, id) };
}

/**
 * Ends a payment, and lets its link follow (D-10): captured completes it; anything else makes it payable again, or
 * expires it where its window elapsed while the attempt was under way. True when this call ended the payment.
 */
export async function endPayment(
  tx: Tx,
  { payment, link }: HeldPayment,
  to: Exclude<PaymentStatus, "initiated">,
  at: Date,
  now: Date,
  facts: Parameters<typeof movePayment>[5] = {},
): Promise<boolean> {
  const moved = await movePayment(tx, payment, to, at, now, facts);
  if (moved && link && to === "captured" && link.status !== "initiated") {
    const detail = `Payment ${payment.id} was captured, yet its link ${link.id} is ${link.status}`;
    await raiseAlert(tx, { kind: "late_approval", subject: payment.id, detail }, now);
    // The link may be paid once more, or its order be gone: what happens to this money is for a person to say (D-75).
    await setHeldSince(tx, payment.id, now);
  }
  if (!moved || link?.status !== "initiated") return moved;
  if (to === "captured") await moveLink(tx, link, "completed", now, at);
  else if (isLinkDue(link, now)) await moveLink(tx, link, "expired", now, link.expiresAt);
  else await moveLink(tx, link, "failed", now);
  return moved;
}
