import { type Attempt, Prisma } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import { type AttemptStatus, attemptTable, sourcesOf } from "@/server/domain/states";
import {
  getConnectionOfAttempt,
  type SealedConnection,
  type TerminalOfAttempt,
} from "../banks/bank-connections";
import type { Db, Tx } from "../db";

export type AttemptRow = Attempt;

export const insertAttempt = (tx: Tx, data: Prisma.AttemptUncheckedCreateInput): Promise<AttemptRow> =>
  tx.attempt.create({ data });

const withPayment = { payment: { include: { link: true } } } as const satisfies Prisma.AttemptInclude;

type AttemptAndPayment = Prisma.AttemptGetPayload<{ include: typeof withPayment }>;

/** The attempt that a callback address belongs to, with what its processing needs. */
export async function findAttemptByToken(db: Db, tokenHash: Uint8Array): Promise<AttemptWithPayment | null> {
  const where = { tokenHash: Uint8Array.from(tokenHash) };
  const attempt = await db.prisma.attempt.findUnique({ where, include: withPayment });
  return attempt && withConnection(db, attempt);
}

export async function getAttempt(db: Db, attemptId: string): Promise<AttemptWithPayment> {
  const where = { id: attemptId };
  return withConnection(db, await db.prisma.attempt.findUniqueOrThrow({ where, include: withPayment }));
}

/** An attempt with the bank connection that it keeps, its payment, and the terminal of both. */
export interface AttemptWithPayment extends AttemptAndPayment {
  readonly connection: SealedConnection;
  readonly payment: AttemptAndPayment["payment"] & { readonly terminal: TerminalOfAttempt };
}

async function withConnection(db: Db, attempt: AttemptAndPayment): Promise<AttemptWithPayment> {
  const { connection, terminal } = await getConnectionOfAttempt(db, attempt.connectionId);
  return { ...attempt, connection, payment: { ...attempt.payment, terminal } };
}

type Facts = Omit<Prisma.AttemptUncheckedUpdateManyInput, "status">;

/**
 * Moves an attempt by a row of the table (rule 4). True when this call moved it, false when it was there before.
 * Any other state throws. A final state erases the proofs of 3-D Secure and the next inquiry (D-49).
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
    where: { id: attemptId, status: { in: sourcesOf(attemptTable, to) } },
    data: {
      ...(open ? {} : { proofs: null, nextInquiryAt: null, alertAt: null }),
      ...facts,
      status: to,
      updatedAt: now,
    },
  });
  if (count === 1) return true;
  const status = await statusOfAttempt(tx, attemptId);
  if (status === to) return false;
  throw new AppError("internal_error", `Attempt ${attemptId} cannot move from ${status} to ${to}`);
}

/** An attempt's status as it stands now; asked under its payment's lock. */
export async function statusOfAttempt(tx: Tx, attemptId: string): Promise<AttemptStatus> {
  const { status } = await tx.attempt.findUniqueOrThrow({
    where: { id: attemptId },
    select: { status: true },
  });
  return status;
}

/** How an attempt stands, with what its bank has said so far; asked under its payment's lock. */
export const approvalOfAttempt = (tx: Tx, attemptId: string) =>
  tx.attempt.findUniqueOrThrow({
    where: { id: attemptId },
    select: { status: true, approvedAt: true, authCode: true, rrn: true, transactionId: true },
  });

/** The status of the card that is on its way on a link; null: none is. */
export async function findOpenAttemptStatus(db: Db, linkId: string): Promise<AttemptStatus | null> {
  const attempt = await db.prisma.attempt.findFirst({
    where: { status: { in: ["capturing", "unknown"] }, payment: { linkId, status: "initiated" } },
    select: { status: true },
  });
  return attempt?.status ?? null;
}

/** Writes down an inquiry that did not settle an unknown capture, and when the next one is due. */
export const planInquiry = (
  tx: Tx,
  attemptId: string,
  plan: { inquiries: number; notFoundSeen: number; nextInquiryAt: Date },
  now: Date,
) =>
  tx.attempt.updateMany({ where: { id: attemptId, status: "unknown" }, data: { ...plan, updatedAt: now } });

/** When the bank is asked again about an attempt that was given up, and for how many clear answers (D-72); null: no more. */
export const setRecheck = (
  tx: Pick<Tx, "attempt">,
  attemptId: string,
  plan: { readonly recheckAt: Date; readonly looksWanted?: number } | null,
) => tx.attempt.update({ where: { id: attemptId }, data: plan ?? { recheckAt: null, looksWanted: 0 } });

/**
 * The same by a look that found no money. It changes nothing where another look was planned since the attempt was read: what
 * the bank has said meanwhile counts.
 */
export const planLook = (
  db: Db,
  { id, recheckAt }: Pick<AttemptRow, "id" | "recheckAt">,
  plan: Parameters<typeof setRecheck>[2],
) =>
  db.prisma.attempt.updateMany({
    where: { id, recheckAt },
    data: plan ?? { recheckAt: null, looksWanted: 0 },
  });

/** What a bank gives an operation, as its outcome has it. */
interface BankReferences {
  readonly authCode: string | null;
  readonly rrn: string | null;
  readonly transactionId: string | null;
}

const keepReferences = Prisma.sql`
  auth_code = coalesce(attempt.auth_code, given.auth_code), rrn = coalesce(attempt.rrn, given.rrn),
  transaction_id = coalesce(attempt.transaction_id, given.transaction_id)`;

/**
 * Writes down that an answer of the bank said that it has the money, with the references that it gave (D-73). The first such
 * answer counts; later ones only fill references that were missing.
 */
export async function noteApproval(
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

/** How a capture stands that is about to be sent: read again once the connection to the bank stands. */
export const findCaptureToSend = (db: Db, attemptId: string) =>
  db.prisma.attempt.findFirst({
    where: { id: attemptId, status: "capturing" },
    select: { captureSentAt: true },
  });

/** A capture that leaves on a later day of the bank than its intent was recorded on is dated by that (D-74). */
export const redateCapture = (db: Db, attemptId: string, sentAt: Date) =>
  db.prisma.attempt.updateMany({
    where: { id: attemptId, status: "capturing" },
    data: { captureSentAt: sentAt },
  });

/** The payments behind bank order ids. */
export const listPaymentsOfOrders = (db: Db, orderIds: readonly string[]) =>
  db.prisma.attempt.findMany({
    where: { bankOrderId: { in: [...orderIds] } },
    select: { bankOrderId: true, paymentId: true },
  });

/** Ends what has not reached the bank's capture when a payment's time is over. */
export const abandonAttempts = (tx: Tx, paymentCode: string, now: Date) =>
  tx.attempt.updateMany({
    where: { paymentId: paymentCode, status: { in: sourcesOf(attemptTable, "abandoned") } },
    data: { status: "abandoned", updatedAt: now },
  });

/** Stores a callback; false when the very same one was stored before. */
export async function storeCallback(
  db: Db,
  callback: Prisma.BankCallbackUncheckedCreateInput,
): Promise<boolean> {
  const { count } = await db.prisma.bankCallback.createMany({ data: [callback], skipDuplicates: true });
  return count === 1;
}

/** What the bank made of a stored callback that only the bank could read; its first word stays. */
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

/** What a stored callback was found to be; null as long as only the bank could say. */
export async function findCallbackVerdict(
  db: Db,
  attemptId: string,
  digest: Uint8Array,
): Promise<string | null> {
  const stored = await db.prisma.bankCallback.findUnique({
    where: { attemptId_digest: { attemptId, digest: Uint8Array.from(digest) } },
    select: { verdict: true },
  });
  return stored === null || stored.verdict === "unresolved" ? null : stored.verdict;
}
