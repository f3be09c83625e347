import type { MailMessage, Prisma } from "@/prisma/generated/client";
import { minutes, plusMs } from "@/server/domain/clock";
import { type Db, markMailWritten, type Tx } from "../db";

export type MailRow = MailMessage;

/** A waiting mail that this process sends now. */
export type ClaimedMail = MailRow & { readonly content: Uint8Array };

/** Writes a mail in the transaction of the change that causes it (R8). It is sent after the commit. */
export async function insertMail(
  tx: Tx,
  mail: Omit<Prisma.MailMessageCreateManyInput, "nextAttemptAt"> & { readonly id: string; readonly createdAt: Date },
): Promise<void> {
  await tx.mailMessage.create({ data: { ...mail, nextAttemptAt: mail.createdAt } });
  markMailWritten(tx, mail.id);
}

export const findMail = (db: Db, mailId: string): Promise<MailRow | null> =>
  db.prisma.mailMessage.findUnique({ where: { id: mailId } });

/**
 * How long a claim lasts, ms: longer than an attempt may take, so that no other process sends the mail meanwhile, and
 * after a crash the next one does.
 */
const leaseMs = minutes(5);

/** Claims a due mail and counts the attempt. Returns null where it is not due, or another process was faster. */
export async function claimMail(db: Db, mailId: string, now: Date): Promise<ClaimedMail | null> {
  const { count } = await db.prisma.mailMessage.updateMany({
    where: { id: mailId, status: "pending", nextAttemptAt: { lte: now } },
    data: { nextAttemptAt: plusMs(now, leaseMs), attempts: { increment: 1 } },
  });
  const row = count === 1 ? await findMail(db, mailId) : null;
  return row?.content ? { ...row, content: row.content } : null;
}

/** What follows an attempt: the mail is sent, tried again at an instant, or given up. */
export type MailResult =
  | { readonly status: "sent"; readonly sentAt: Date }
  | { readonly status: "pending"; readonly nextAttemptAt: Date; readonly lastError: string }
  | { readonly status: "failed"; readonly lastError: string };

/**
 * Records the result of the attempt with a number. A mail that waits no longer loses its content. Returns false where
 * another process claimed the mail after the lease.
 */
export const recordMailResult = (tx: Tx, mailId: string, attempts: number, result: MailResult): Promise<boolean> =>
  isOne(
    tx.mailMessage.updateMany({
      where: { id: mailId, status: "pending", attempts },
      data: result.status === "pending" ? result : { ...result, nextAttemptAt: null, content: null },
    }),
  );

const isOne = async (change: Promise<{ count: number }>): Promise<boolean> => (await change).count === 1;
