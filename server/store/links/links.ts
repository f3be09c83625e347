import type { PaymentLink } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import { findMove, type LinkStatus, linkTable, openLinkStates, sourceStates } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";
import { writeEvent } from "../webhooks/outbox";

export type LinkRow = PaymentLink;

/** Finds a link of the partner; null for an unknown link and for one of another partner. */
export const findLink = (db: Db, partnerId: PartnerId, linkId: string): Promise<LinkRow | null> =>
  db.prisma.paymentLink.findFirst({ where: { id: linkId, partnerId } });

/**
 * Finds a link with everything that its page needs: account, terminal, and its last payment with the last card attempt.
 */
export async function findLinkByToken(db: Db, tokenHash: Uint8Array) {
  const link = await db.prisma.paymentLink.findUnique({
    where: { tokenHash: Uint8Array.from(tokenHash) },
    include: { partner: true, terminal: true },
  });
  return link && { ...link, payment: await findLastPayment(db, link) };
}

/** Finds the last payment by its `PL-` number, not by time: the clocks of two processes need not agree (D-147). */
const findLastPayment = (db: Db, link: PaymentLink) =>
  db.prisma.payment.findFirst({
    where: { linkId: link.id, partnerTxCode: linkPaymentCode(link, link.lastAttemptNo) },
    include: { attempts: { orderBy: { createdAt: "desc" }, take: 1 } },
  });

/** Builds the partnerTxCode of a link's n-th payment (D-11). */
export const linkPaymentCode = ({ partnerReference }: Pick<LinkRow, "partnerReference">, attemptNo: number): string =>
  `PL-${partnerReference}-${attemptNo}`;

export type LinkWithPayment = NonNullable<Awaited<ReturnType<typeof findLinkByToken>>>;

/** Locks a link's row, the second in the lock order (see `inTx`), and returns it as it is then. */
export async function lockLink(tx: Tx, linkId: string): Promise<LinkRow> {
  await tx.$queryRaw`select 1 from payment_link where id = ${linkId} for update`;
  return tx.paymentLink.findUniqueOrThrow({ where: { id: linkId } });
}

/** Whether a link may still be paid, cancelled or expired. */
export const isOpenLink = ({ status }: Pick<LinkRow, "status">): boolean =>
  (openLinkStates as readonly LinkStatus[]).includes(status);

/** Whether the link's time has ended by an instant and its expiry is not written down yet (D-2). */
export const isLinkDue = (link: Pick<LinkRow, "status" | "expiresAt">, asOf: Date): boolean =>
  isOpenLink(link) && link.expiresAt <= asOf;

/**
 * Moves a link by a row of `linkTable` (R4), as a compare-and-set, and writes the event in the same transaction (R8).
 * Returns true where this call moved it, false where it was in that state before. Throws internal_error in any other
 * state.
 */
export async function moveLink(
  tx: Tx,
  link: LinkRow,
  to: LinkStatus,
  now: Date,
  /** The instant at which the change happened or fell due. */
  at = now,
): Promise<boolean> {
  const isOpening = link.firstOpenedAt === null && !["expired", "cancelled"].includes(to);
  const { count } = await tx.paymentLink.updateMany({
    where: { id: link.id, status: { in: sourceStates(linkTable, to) } },
    data: { ...(isOpening && { firstOpenedAt: now, lastOpenedAt: now }), status: to, updatedAt: now },
  });
  if (count === 0) return requireAlready(tx, link.id, to);
  const event = findMove(linkTable, link.status, to)?.event;
  if (event) {
    const resource = { resourceType: "payment_link" as const, resourceId: link.id, subjectId: link.id };
    await writeEvent(tx, { partnerId: link.partnerId, type: event, ...resource, occurredAt: at }, now);
  }
  return true;
}

async function requireAlready(tx: Tx, linkId: string, to: LinkStatus): Promise<false> {
  const { status } = await tx.paymentLink.findUniqueOrThrow({
    where: { id: linkId },
    select: { status: true },
  });
  if (status === to) return false;
  throw new AppError("internal_error", `Link ${linkId} cannot move from ${status} to ${to}`);
}

/** Records that a buyer opened a link (D-9). Two racing first opens keep the first instant. */
export async function recordOpen(db: Db, linkId: string, now: Date): Promise<void> {
  await db.prisma.$executeRaw`
    update payment_link
       set status = case when status::text = any(${sourceStates(linkTable, "launched")})
                         then 'launched' else status end,
           first_opened_at = coalesce(first_opened_at, ${now}::timestamptz),
           last_opened_at = greatest(last_opened_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
     where id = ${linkId} and status::text = any(${[...openLinkStates]}) and expires_at > ${now}::timestamptz`;
}
