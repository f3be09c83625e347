import type { Payment, PaymentLink, Prisma } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { LimitCheck } from "@/server/domain/payments/limits";
import type { PaymentFailure } from "@/server/domain/payments/payment-failures";
import { findMove, type PaymentStatus, paymentTable, sourceStates } from "@/server/domain/states";
import { type Db, markMoved, type Tx } from "../db";
import type { PartnerId } from "../tenant";
import { writeEvent } from "../webhooks/outbox";

export type PaymentRow = Payment;

export interface PaymentWithLink extends PaymentRow {
  /** Null for a payment of the API or the panel. */
  readonly link: PaymentLink | null;
}

/** Finds a payment of the partner; null for an unknown payment and for one of another partner. */
export const findPayment = (db: Db, partnerId: PartnerId, paymentCode: string): Promise<PaymentRow | null> =>
  db.prisma.payment.findFirst({ where: { id: paymentCode, partnerId } });

/** Whether the payment exists, in any account. */
export const isPayment = async (db: Db, paymentCode: string): Promise<boolean> =>
  (await db.prisma.payment.count({ where: { id: paymentCode } })) === 1;

/** Lists the accounts of payments. */
export const listPartnersOfPayments = (db: Db, paymentCodes: readonly string[]) =>
  db.prisma.payment.findMany({ where: { id: { in: [...paymentCodes] } }, select: { id: true, partnerId: true } });

/**
 * Finds the initiated or captured payment that occupies a code (§4.5.1). The statuses are literals: with parameters
 * PostgreSQL could not use the partial index `payment_active_code`. Where the payment ended before it was read, another
 * one may occupy the code already, so the code is looked up again.
 */
export async function findPaymentByCode(
  db: Db,
  partnerId: PartnerId,
  partnerTxCode: string,
): Promise<PaymentRow | null> {
  for (;;) {
    const [holder] = await db.prisma.$queryRaw<{ id: string }[]>`
      select id from payment
       where partner_id = ${partnerId} and partner_tx_code = ${partnerTxCode}
         and status in ('initiated', 'captured')`;
    if (!holder) return null;
    const payment = await findPayment(db, partnerId, holder.id);
    if (payment?.status === "initiated" || payment?.status === "captured") return payment;
  }
}

/** A payment with its account and terminal, as the handoff needs them. */
export type PaymentAtHandoff = NonNullable<Awaited<ReturnType<typeof findPaymentByRef>>>;

/** Finds the payment of a `paymentRef`. A link's payment is not found: it is paid on the link's page only. */
export async function findPaymentByRef(db: Db, refHash: Uint8Array) {
  const payment = await db.prisma.payment.findUnique({
    where: { refHash: Uint8Array.from(refHash) },
    include: { partner: true, terminal: true },
  });
  if (!payment || payment.returnUrl === null || payment.linkId !== null) return null;
  return { ...payment, returnUrl: payment.returnUrl };
}

/** Locks a payment's row, the third in the lock order (see `inTx`), and returns it as it is then. */
export async function lockPayment(tx: Tx, paymentCode: string): Promise<PaymentRow> {
  await lockPaymentRow(tx, paymentCode);
  return tx.payment.findUniqueOrThrow({ where: { id: paymentCode } });
}

/** Locks a payment's row without reading it. */
export const lockPaymentRow = (tx: Tx, paymentCode: string) =>
  tx.$queryRaw`select 1 from payment where id = ${paymentCode} for update`;

/** Whether the time of a payment, or of its link, has ended and the expiry is not written down yet (D-2). */
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

/**
 * Returns the id of the link that a payment pays, which never changes; null without a link. Throws for an unknown
 * payment.
 */
export async function getLinkIdOfPayment(tx: Tx, paymentCode: string): Promise<string | null> {
  const where = { id: paymentCode };
  return (await tx.payment.findUniqueOrThrow({ where, select: { linkId: true } })).linkId;
}

/**
 * Moves a payment by a row of `paymentTable` (R4), as a compare-and-set, and writes the event in the same transaction
 * (R8). Returns true where this call moved it, false where it was in that state before. Throws internal_error in any
 * other state.
 * @param at the instant at which the change happened or fell due, UTC
 */
export async function movePayment(
  tx: Tx,
  payment: Pick<PaymentRow, "id" | "partnerId">,
  to: PaymentStatus,
  at: Date,
  now: Date,
  facts: Facts & { readonly failureCode?: PaymentFailure } = {},
): Promise<boolean> {
  const from = sourceStates(paymentTable, to);
  const { count } = await tx.payment.updateMany({
    where: { id: payment.id, status: { in: from } },
    data: { ...facts, ...statusTime(to, at), status: to, updatedAt: now },
  });
  if (count === 0) return requireAlready(tx, payment.id, to);
  markMoved(tx, { kind: "payment", to });
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

function statusTime(to: PaymentStatus, at: Date): Facts {
  if (to === "captured") return { capturedAt: at };
  return to === "failed" ? { failedAt: at } : { expiredAt: at };
}

/** Updates columns of a payment that is still initiated and meets `where`. Returns false where it does not. */
export async function updateInitiatedPayment(
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
 * Takes the terminal's lock, which `sumConnectionUsage` needs, at the beginning of a transaction. A transaction that
 * first changed the connection's totals and then requested this lock could deadlock with one that holds the lock and
 * waits for the totals.
 */
export async function lockTerminalForLimits(tx: Tx, terminalId: string, checks: readonly LimitCheck[]): Promise<void> {
  if (checks.length > 0) await tx.$queryRaw`select 1 from terminal where id = ${terminalId} for no key update`;
}

/**
 * Sums what the bank connection took in the span of each check, without one payment, in kuruş. Locks the terminal
 * (D-41).
 */
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
