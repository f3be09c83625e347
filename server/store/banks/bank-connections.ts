import type { BankConnection, Terminal } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { Db, Tx } from "../db";

/** A terminal's agreement with a bank, its account still sealed. Nothing of it ever changes but the sealing key. */
export type SealedConnection = Pick<BankConnection, "id" | "terminalId" | "bank" | "account">;

/** What a later operation of an attempt needs of the terminal. */
export type TerminalOfAttempt = Pick<Terminal, "mode" | "dayEndLocal">;

/**
 * The bank connection that an attempt keeps, in use or replaced since, with facts of its terminal (D-77). One statement for
 * both, since every capture and every refund asks for them.
 */
export async function getConnectionOfAttempt(
  db: Db,
  connectionId: string,
): Promise<{ connection: SealedConnection; terminal: TerminalOfAttempt }> {
  const [row] = await db.prisma.$queryRaw<(SealedConnection & TerminalOfAttempt)[]>`
    select c.id, c.terminal_id as "terminalId", c.bank, c.account, t.mode::text as mode, t.day_end_local as "dayEndLocal"
      from bank_connection c join terminal t on t.id = c.terminal_id
     where c.id = ${connectionId}`;
  if (!row) throw new AppError("internal_error", `There is no bank connection ${connectionId}`);
  const { mode, dayEndLocal, ...connection } = row;
  return { connection, terminal: { mode, dayEndLocal } };
}

/** The bank of the connection that the attempt with this bank order id used; null: there is no such order. */
export async function findBankOfOrder(db: Db, bankOrderId: string): Promise<string | null> {
  const attempt = await db.prisma.attempt.findUnique({
    where: { bankOrderId },
    select: { connection: { select: { bank: true } } },
  });
  return attempt?.connection.bank ?? null;
}

/**
 * Replaces a terminal's connection in use, under the terminal's row lock; the version of the account's kept terms rises with
 * it by trigger. False: there is no such terminal.
 */
export async function replaceConnection(tx: Tx, next: SealedConnection, now: Date): Promise<boolean> {
  const { terminalId, bank } = next;
  const found = await tx.$queryRaw<
    unknown[]
  >`select 1 from terminal where id = ${terminalId} for no key update`;
  if (found.length === 0) return false;
  await tx.bankConnection.updateMany({
    where: { terminalId, replacedAt: null },
    data: { replacedAt: now },
  });
  await tx.bankConnection.create({ data: { ...next, createdAt: now } });
  await tx.terminal.update({ where: { id: terminalId }, data: { bank } });
  return true;
}
