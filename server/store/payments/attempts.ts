import { type Attempt, Prisma } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import { type AttemptStatus, attemptTable, sourceStates } from "@/server/domain/states";
import { type AttemptTerminal, getConnectionOfAttempt, type SealedConnection } from "../banks/bank-connections";
import type { Db, Tx } from "../db";

export type AttemptRow = Attempt;

export const insertAttempt = (tx: Tx, data: Prisma.AttemptUncheckedCreateInput): Promise<AttemptRow> =>
  tx.attempt.create({ data });

const withPayment = { payment: { include: { link: true } } } as const satisfies Prisma.AttemptInclude;

type AttemptAndPayment = Prisma.AttemptGetPayload<{ include: typeof withPayment }>;

/** Finds the attempt of a callback address, with what the processing of the callback needs. */
export async function findAttemptByToken(db: Db, tokenHash: Uint8Array): Promise<AttemptWithPayment | null> {
  const where = { tokenHash: Uint8Array.from(tokenHash) };
  const attempt = await db.prisma.attempt.findUnique({ where, include: withPayment });
  return attempt && withConnection(db, attempt);
}

export async function getAttempt(db: Db, attemptId: string): Promise<AttemptWithPayment> {
  const where = { id: attemptId };
  return withConnection(db, await db.prisma.attempt.findUniqueOrThrow({ where, include: withPayment }));
}

/** An attempt with the bank connection with which it began, its payment, and the terminal of both. */
export interface AttemptWithPayment extends AttemptAndPayment {
  readonly connection: SealedConnection;
  readonly payment: AttemptAndPayment["payment"] & { readonly terminal: AttemptTerminal };
}

async function withConnection(db: Db, attempt: AttemptAndPayment): Promise<AttemptWithPayment> {
  const { connection, terminal } = await getConnectionOfAttempt(db, attempt.connectionId);
  return { ...attempt, connection, payment: { ...attempt.payment, terminal } };
}

type Facts = Omit<Prisma.AttemptUncheckedUpdateManyInput, "status">;

/**
 * Moves an attempt by a row of `attemptTable` (R4), as a compare-and-set. Returns true where this call moved it, false
 * where it was in that state before. Throws internal_error in any other state. A final state erases the proofs of 3-D
 * Secure and the next inquiry (D-49).
 */
export async function moveAttempt(
  tx: Tx,
  attemptId: string,
  to: AttemptStatus,
  now: Date,
  facts: Facts = {},
): Promise<boolean> {
  const open = to === "started" || to === "capturing" || to === "unknown";
  const { count } = await tx.attempt.updateMany({
    where: { id: attemptId, status: { in: sourceStates(attemptTable, to) } },
    data: {
      ...(open ? {} : { proofs: null, nextInquiryAt: null, alertAt: null }),
      ...facts,
      status: to,
      updatedAt: now,
    },
  });
  if (count === 1) return true;
  const status = await getAttemptStatus(tx, attemptId);
  if (status === to) return false;
  throw new AppError("internal_error", `Attempt ${attemptId} cannot move from ${status} to ${to}`);
}

/** Returns an attempt's present status. The caller holds the payment's lock. */
export async function getAttemptStatus(tx: Tx, attemptId: string): Promise<AttemptStatus> {
  const { status } = await tx.attempt.findUniqueOrThrow({
    where: { id: attemptId },
    select: { status: true },
  });
  return status;
}

/** Returns an attempt's status and the approval that the bank has given so far. The caller holds the payment's lock. */
export const getAttemptApproval = (tx: Tx, attemptId: string) =>
  tx.attempt.findUniqueOrThrow({
    where: { id: attemptId },
    select: { status: true, approvedAt: true, authCode: true, rrn: true, transactionId: true },
  });

/** Finds the status of the attempt of a link whose capture is under way or unknown; null where there is none. */
export async function findOpenAttemptStatus(db: Db, linkId: string): Promise<AttemptStatus | null> {
  const attempt = await db.prisma.attempt.findFirst({
    where: { status: { in: ["capturing", "unknown"] }, payment: { linkId, status: "initiated" } },
    select: { status: true },
  });
  return attempt?.status ?? null;
}

/** Stores an inquiry that did not resolve an unknown capture, and when the next one is due. */
export const planInquiry = (
  tx: Tx,
  attemptId: string,
  plan: { inquiries: number; notFoundSeen: number; nextInquiryAt: Date },
  now: Date,
) => tx.attempt.updateMany({ where: { id: attemptId, status: "unknown" }, data: { ...plan, updatedAt: now } });

/**
 * Plans the next recheck of an attempt that was given up, and the number of clear answers that it needs (D-72); null
 * ends them.
 */
export const setRecheck = (
  tx: Pick<Tx, "attempt">,
  attemptId: string,
  plan: { readonly recheckAt: Date; readonly looksWanted?: number } | null,
) => tx.attempt.update({ where: { id: attemptId }, data: plan ?? { recheckAt: null, looksWanted: 0 } });

/**
 * Plans the next recheck after one that found no money (compare-and-set). It changes nothing where `recheckAt` has
 * changed since the attempt was read: another process has planned a recheck by a newer answer of the bank.
 */
export const planNextRecheck = (
  db: Db,
  { id, recheckAt }: Pick<AttemptRow, "id" | "recheckAt">,
  plan: Parameters<typeof setRecheck>[2],
) =>
  db.prisma.attempt.updateMany({
    where: { id, recheckAt },
    data: plan ?? { recheckAt: null, looksWanted: 0 },
  });

/** The references that a bank gives an operation. */
interface BankReferences {
  readonly authCode: string | null;
  readonly rrn: string | null;
  readonly transactionId: string | null;
}

const keepReferences = Prisma.sql`
  auth_code = coalesce(attempt.auth_code, given.auth_code), rrn = coalesce(attempt.rrn, given.rrn),
  transaction_id = coalesce(attempt.transaction_id, given.transaction_id)`;

/**
 * Records that the bank answered that it has the money, with the references of that answer (D-73). The first approval
 * sets the time; later ones only fill missing references.
 */
export async function recordApproval(
  tx: Pick<Tx, "$executeRaw">,
  attemptId: string,
  { authCode, rrn, transactionId }: BankReferences,
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    update attempt set approved_at = coalesce(approved_at, ${now}), updated_at = ${now}, ${keepReferences}
      from (values (${authCode}::text, ${rrn}::text, ${transactionId}::text)) as given(auth_code, rrn, transaction_id)
     where id = ${attemptId}`;
}

/**
 * Finds a capture that is about to be sent; null where it is not `capturing` any more. It is read again once the
 * connection to the bank is established, because another process may have resolved the capture meanwhile.
 */
export const findCaptureToSend = (db: Db, attemptId: string) =>
  db.prisma.attempt.findFirst({
    where: { id: attemptId, status: "capturing" },
    select: { captureSentAt: true },
  });

/** Sets when a capture was sent, where it leaves on a later bank day than its intent was recorded on (D-74). */
export const updateCaptureSentAt = (db: Db, attemptId: string, sentAt: Date) =>
  db.prisma.attempt.updateMany({
    where: { id: attemptId, status: "capturing" },
    data: { captureSentAt: sentAt },
  });

/** Lists the payments of bank order ids. */
export const listPaymentsOfOrders = (db: Db, orderIds: readonly string[]) =>
  db.prisma.attempt.findMany({
    where: { bankOrderId: { in: [...orderIds] } },
    select: { bankOrderId: true, paymentId: true },
  });

/** Abandons the attempts of an ended payment that have not reached the capture. */
export const abandonAttempts = (tx: Tx, paymentCode: string, now: Date) =>
  tx.attempt.updateMany({
    where: { paymentId: paymentCode, status: { in: sourceStates(attemptTable, "abandoned") } },
    data: { status: "abandoned", updatedAt: now },
  });

/** Stores a bank callback. Returns false where the same callback (same digest) was stored before. */
export async function storeCallback(db: Db, callback: Prisma.BankCallbackUncheckedCreateInput): Promise<boolean> {
  const { count } = await db.prisma.bankCallback.createMany({ data: [callback], skipDuplicates: true });
  return count === 1;
}

/** Stores the bank's verdict on a callback that only the bank can read. The first verdict is final. */
export const setCallbackVerdict = (
  db: Db,
  attemptId: string,
  digest: Uint8Array,
  facts: { readonly orderId: string | null; readonly verdict: string },
) =>
  db.prisma.bankCallback.updateMany({
    where: { attemptId, digest: Uint8Array.from(digest), verdict: "unresolved" },
    data: facts,
  });

/** Finds the verdict of a stored callback; null while it is unresolved. */
export async function findCallbackVerdict(db: Db, attemptId: string, digest: Uint8Array): Promise<string | null> {
  const stored = await db.prisma.bankCallback.findUnique({
    where: { attemptId_digest: { attemptId, digest: Uint8Array.from(digest) } },
    select: { verdict: true },
  });
  return stored === null || stored.verdict === "unresolved" ? null : stored.verdict;
}
