import type { PaymentLink } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import { findMove, type LinkStatus, linkTable, openLinkStates, sourcesOf } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";
import { writeEvent } from "../webhooks/outbox";

export type LinkRow = PaymentLink;

/** A link of the partner; another's is as good as missing. */
export const findLink = (db: Db, partnerId: PartnerId, linkId: string): Promise<LinkRow | null> =>
  db.prisma.paymentLink.findFirst({ where: { id: linkId, partnerId } });

/** A link with all that its page depends on: account, terminal, and its last payment with the last card on it. */
export async function findLinkByToken(db: Db, tokenHash: Uint8Array) {
  const link = await db.prisma.paymentLink.findUnique({
    where: { tokenHash: Uint8Array.from(tokenHash) },
    include: { partner: true, terminal: true },
  });
  return link && { ...link, payment: await findLastPayment(db, link) };
}

/** By its number: two processes may read off their clocks what is not the order of their payments. */
const findLastPayment = (db: Db, link: PaymentLink) =>
  db.prisma.payment.findFirst({
    where: { linkId: link.id, partnerTxCode: linkPaymentCode(link, link.lastAttemptNo) },
    include: { attempts: { orderBy: { createdAt: "desc" }, take: 1 } },
  });

/** The partnerTxCode of a link's n-th payment (D-11). */
export const linkPaymentCode = (
  { partnerReference }: Pick<LinkRow, "partnerReference">,
  attemptNo: number,
): string => `PL-${partnerReference}-${attemptNo}`;

export type LinkWithPayment = NonNullable<Awaited<ReturnType<typeof findLinkByToken>>>;

/** The link under its row lock, the second in the order partner, link, payment, refund. */
export async function lockLink(tx: Tx, linkId: string): Promise<LinkRow> {
  await tx.$queryRaw`select 1 from payment_link where id = ${linkId} for update`;
  return tx.paymentLink.findUniqueOrThrow({ where: { id: linkId } });
}

/** Whether a link may still be paid, cancelled or expired. */
export const isOpenLink = ({ status }: Pick<LinkRow, "status">): boolean =>
  (openLinkStates as readonly LinkStatus[]).includes(status);

/** Whether its window has elapsed by an instant and nobody has written that down (D-2). */
export const isLinkDue = (link: Pick<LinkRow, "status" | "expiresAt">, asOf: Date): boolean =>
  isOpenLink(link) && link.expiresAt <= asOf;

/**
 * Moves a link by a row of the table (rule 4): compare-and-set, with the event in the same transaction.
 * True when this call moved it, false when it was there before. Any other state throws.
 */
export async function moveLink(
  tx: Tx,
  link: LinkRow,
  to: LinkStatus,
  now: Date,
  /** When it happened or fell due. */
  at = now,
): Promise<boolean> {
  const isOpening = link.firstOpenedAt === null && !["expired", "cancelled"].includes(to);
  const { count } = await tx.paymentLink.updateMany({
    where: { id: link.id, status: { in: sourcesOf(linkTable, to) } },
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

/** Writes down that a buyer opened a link (D-9); of two first opens each keeps the first instant. */
export async function recordOpen(db: Db, linkId: string, now: Date): Promise<void> {
  await db.prisma.$executeRaw`
    update payment_link
       set status = case when status = 'pending' then 'launched' else status end,
           first_opened_at = coalesce(first_opened_at, ${now}::timestamptz),
           last_opened_at = greatest(last_opened_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
     where id = ${linkId} and status in ('pending', 'launched', 'initiated', 'failed')
       and expires_at > ${now}::timestamptz`;
}
