import type { Payment, PaymentLink, Prisma } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { LimitCheck } from "@/server/domain/payments/limits";
import { findMove, type PaymentStatus, paymentTable, sourcesOf } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";
import { writeEvent } from "../webhooks/outbox";

export type PaymentRow = Payment;

export interface PaymentWithLink extends PaymentRow {
  /** Null for a payment of the API or the panel. */
  readonly link: PaymentLink | null;
}

/** A payment of the partner; another's is as good as missing. */
export const findPayment = (db: Db, partnerId: PartnerId, paymentCode: string): Promise<PaymentRow | null> =>
  db.prisma.payment.findFirst({ where: { id: paymentCode, partnerId } });

/** Whether there is such a payment, of whatever account. */
export const isPayment = async (db: Db, paymentCode: string): Promise<boolean> =>
  (await db.prisma.payment.count({ where: { id: paymentCode } })) === 1;

/**
 * The initiated or captured payment that holds a code (§4.5.1). The statuses stand in the text of the statement:
 * as parameters PostgreSQL could not tell that the partial index payment_active_code has the answer.
 */
export async function findPaymentByCode(
  db: Db,
  partnerId: PartnerId,
  partnerTxCode: string,
): Promise<PaymentRow | null> {
  const [holder] = await db.prisma.$queryRaw<{ id: string }[]>`
    select id from payment
     where partner_id = ${partnerId} and partner_tx_code = ${partnerTxCode}
       and status in ('initiated', 'captured')`;
  return holder ? findPayment(db, partnerId, holder.id) : null;
}

/** A payment with its account and terminal, as the handoff needs them. */
export type PaymentAtHandoff = NonNullable<Awaited<ReturnType<typeof findPaymentByRef>>>;

/** A link's payment is paid on the link's page and by no reference. */
export async function findPaymentByRef(db: Db, refHash: Uint8Array) {
  const payment = await db.prisma.payment.findUnique({
    where: { refHash: Uint8Array.from(refHash) },
    include: { partner: true, terminal: true },
  });
  if (!payment || payment.returnUrl === null || payment.linkId !== null) return null;
  return { ...payment, returnUrl: payment.returnUrl };
}

/** The payment under its row lock, the third in the order partner, link, payment, refund. */
export async function lockPayment(tx: Tx, paymentCode: string): Promise<PaymentRow> {
  await lockPaymentUnread(tx, paymentCode);
  return tx.payment.findUniqueOrThrow({ where: { id: paymentCode } });
}

/** The same lock for who needs nothing of the payment. */
export const lockPaymentUnread = (tx: Tx, paymentCode: string) =>
  tx.$queryRaw`select 1 from payment where id = ${paymentCode} for update`;

/** Whether a payment's time, or its link's, is over and nobody has written that down (D-2). */
export async function isPaymentDue(
  db: Db,
  { status, expiresAt, linkId }: Pick<PaymentRow, "status" | "expiresAt" | "linkId">,
  asOf: Date,
): Promise<boolean> {
  if (status !== "initiated") return false;
  if (expiresAt <= asOf || linkId === null) return expiresAt <= asOf;
  const where = { id: linkId, expiresAt: { lte: asOf } };
  return (await db.prisma.paymentLink.count({ where })) === 1;
}

type Facts = Omit<Prisma.PaymentUncheckedUpdateManyInput, "status">;

/** The link that a payment pays; null for others. It never changes. Throws where there is no such payment. */
export async function getLinkIdOf(tx: Tx, paymentCode: string): Promise<string | null> {
  const where = { id: paymentCode };
  return (await tx.payment.findUniqueOrThrow({ where, select: { linkId: true } })).linkId;
}

/**
 * Moves a payment by a row of the table (rule 4): compare-and-set, with the event in the same transaction.
 * True when this call moved it, false when it was there before. Any other state throws.
 */
export async function movePayment(
  tx: Tx,
  payment: Pick<PaymentRow, "id" | "partnerId">,
  to: PaymentStatus,
  at: Date,
  now: Date,
  facts: Facts = {},
): Promise<boolean> {
  const from = sourcesOf(paymentTable, to);
  const { count } = await tx.payment.updateMany({
    where: { id: payment.id, status: { in: from } },
    data: { ...facts, ...timeOf(to, at), status: to, updatedAt: now },
  });
  if (count === 0) return requireAlready(tx, payment.id, to);
  const event = from.map((state) => findMove(paymentTable, state, to)?.event).find((type) => type);
  if (event) {
    const resource = { resourceType: "payment" as const, resourceId: payment.id, subjectId: payment.id };
    await writeEvent(tx, { partnerId: payment.partnerId, type: event, ...resource, occurredAt: at }, now);
  }
  return true;
}

async function requireAlready(tx: Tx, paymentCode: string, to: PaymentStatus): Promise<false> {
  const { status } = await tx.payment.findUniqueOrThrow({
    where: { id: paymentCode },
    select: { status: true },
  });
  if (status === to) return false;
  throw new AppError("internal_error", `Payment ${paymentCode} cannot move from ${status} to ${to}`);
}

function timeOf(to: PaymentStatus, at: Date): Facts {
  if (to === "captured") return { capturedAt: at };
  return to === "failed" ? { failedAt: at } : { expiredAt: at };
}

/** Changes facts of a payment that is still initiated; false when it is not. */
export async function updateInitiated(
  tx: Tx,
  paymentCode: string,
  where: Omit<Prisma.PaymentWhereInput, "id" | "status">,
  facts: Facts,
): Promise<boolean> {
  const { count } = await tx.payment.updateMany({
    where: { ...where, id: paymentCode, status: "initiated" },
    data: facts,
  });
  return count === 1;
}

/**
 * Takes the lock of `sumConnectionUsage` before it: whoever adds to a connection's totals and asks for the lock only then
 * waits for somebody who has the lock and waits for the totals.
 */
export async function lockConnection(
  tx: Tx,
  terminalId: string,
  checks: readonly LimitCheck[],
): Promise<void> {
  if (checks.length > 0)
    await tx.$queryRaw`select 1 from terminal where id = ${terminalId} for no key update`;
}

/** What the bank connection has taken in the span of each check, without one payment. Locks the terminal (D-41). */
export async function sumConnectionUsage(
  tx: Tx,
  terminalId: string,
  now: Date,
  exceptPayment: string,
  checks: readonly LimitCheck[],
): Promise<bigint[]> {
  if (checks.length === 0) return [];
  const spans = checks.map((check) => check.span);
  const since = checks.map((check) => check.since);
  const rows = await tx.$queryRaw<{ sums: bigint[] }[]>`
    select connection_usage(${terminalId}, ${now}, ${exceptPayment}, ${spans}::"TotalSpan"[],
                            ${since}::timestamptz[]) as sums`;
  return (rows[0]?.sums ?? []).map(BigInt);
}
