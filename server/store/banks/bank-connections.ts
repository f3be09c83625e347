import type { BankConnection, Terminal } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { Db, Tx } from "../db";

/**
 * A terminal's agreement with a bank, with its account still sealed. Its row never changes except for a new sealing
 * key.
 */
export type SealedConnection = Pick<BankConnection, "id" | "terminalId" | "bank" | "account">;

/** The fields of the terminal that a later operation of an attempt needs. */
export type AttemptTerminal = Pick<Terminal, "mode" | "dayEndLocal">;

/**
 * Returns the bank connection with which an attempt began, also when it was replaced since, and facts of its terminal
 * (D-77). One statement reads both, because every capture and every refund needs them. Throws internal_error where it
 * is missing.
 */
export async function getConnectionOfAttempt(
  db: Db,
  connectionId: string,
): Promise<{ connection: SealedConnection; terminal: AttemptTerminal }> {
  const [row] = await db.prisma.$queryRaw<(SealedConnection & AttemptTerminal)[]>`
    select c.id, c.terminal_id as "terminalId", c.bank, c.account, t.mode::text as mode, t.day_end_local as "dayEndLocal"
      from bank_connection c join terminal t on t.id = c.terminal_id
     where c.id = ${connectionId}`;
  if (!row) throw new AppError("internal_error", `There is no bank connection ${connectionId}`);
  const { mode, dayEndLocal, ...connection } = row;
  return { connection, terminal: { mode, dayEndLocal } };
}

/** Finds the bank that the attempt with this bank order id used; null where there is no such order. */
export async function findBankOfOrder(db: Db, bankOrderId: string): Promise<string | null> {
  const attempt = await db.prisma.attempt.findUnique({
    where: { bankOrderId },
    select: { connection: { select: { bank: true } } },
  });
  return attempt?.connection.bank ?? null;
}

/** A connection that becomes a terminal's connection in use. */
export interface NextConnection extends SealedConnection {
  /** Whether it may take payments at once (D-246). */
  readonly live: boolean;
}

/**
 * Replaces a terminal's active connection under the terminal's row lock, or adds its first one. A trigger raises the
 * account's `terms_version`, so that every process reads the terminal again. Returns false where there is no such
 * terminal.
 */
export async function replaceConnection(tx: Tx, next: NextConnection, now: Date): Promise<boolean> {
  const { terminalId, bank } = next;
  if (!(await lockTerminal(tx, terminalId))) return false;
  await tx.bankConnection.updateMany({
    where: { terminalId, replacedAt: null },
    data: { replacedAt: now },
  });
  await tx.bankConnection.create({ data: { ...next, createdAt: now } });
  await tx.terminal.update({ where: { id: terminalId }, data: { bank } });
  return true;
}

/** A connection as the connection doctor needs it: with what its terminal offers. */
export interface ConnectionToDiagnose extends SealedConnection {
  /** The installment counts that the terminal offers. */
  readonly effectiveCounts: readonly number[];
}

/**
 * Finds a connection by its id, or the connection in use of a terminal; null where there is none.
 */
export async function findConnectionToDiagnose(
  db: Db,
  by: { readonly connectionId: string } | { readonly terminalId: string },
): Promise<ConnectionToDiagnose | null> {
  const row = await db.prisma.bankConnection.findFirst({
    where: "connectionId" in by ? { id: by.connectionId } : { terminalId: by.terminalId, replacedAt: null },
    select: { id: true, terminalId: true, bank: true, account: true, terminal: { select: { effectiveCounts: true } } },
  });
  if (row === null) return null;
  const { terminal, ...connection } = row;
  return { ...connection, effectiveCounts: terminal.effectiveCounts };
}

/**
 * Finds the bank order of a recent captured payment of a connection, among the last 500 of its account; null where
 * there is none.
 */
export async function findCapturedOrder(
  db: Db,
  { id, terminalId }: Pick<SealedConnection, "id" | "terminalId">,
): Promise<{ readonly bankOrderId: string; readonly buyerIp: string } | null> {
  const [row] = await db.prisma.$queryRaw<{ bankOrderId: string; buyerIp: string }[]>`
    select a.bank_order_id as "bankOrderId", a.buyer_ip as "buyerIp"
      from (select p.id, p.created_at from payment p
             where p.partner_id = (select partner_id from terminal where id = ${terminalId}) and p.status = 'captured'
             order by p.created_at desc limit 500) recent
      join attempt a on a.payment_id = recent.id and a.status = 'captured' and a.connection_id = ${id}
     order by recent.created_at desc limit 1`;
  return row ?? null;
}

/** Locks a terminal against other changes of it; payments go on. Returns false where there is no such terminal. */
export async function lockTerminal(tx: Tx, terminalId: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`select 1 from terminal where id = ${terminalId} for no key update`;
  return found.length > 0;
}

export type ConnectionRow = BankConnection;

/** Finds the connection that new attempts use; null where a terminal has none yet. */
export const findConnectionInUse = (client: Db | Tx, terminalId: string): Promise<ConnectionRow | null> =>
  ("prisma" in client ? client.prisma : client).bankConnection.findFirst({ where: { terminalId, replacedAt: null } });

/** Lists the connections of a terminal, the newest first, with those that were replaced. */
export const listConnections = (db: Db, terminalId: string, countMax: number): Promise<ConnectionRow[]> =>
  db.prisma.bankConnection.findMany({
    where: { terminalId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: countMax,
  });

/** Finds the oldest connection in use with one of these banks, in the order of the banks. */
export async function findOldestConnection(db: Db, banks: readonly string[]): Promise<ConnectionRow | null> {
  for (const bank of banks) {
    const found = await db.prisma.bankConnection.findFirst({
      where: { bank, replacedAt: null, live: true },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    if (found) return found;
  }
  return null;
}

/** Adds a connection on which a second person decides. It is never in use itself. */
export const insertProposedConnection = (tx: Tx, next: SealedConnection, now: Date): Promise<ConnectionRow> =>
  tx.bankConnection.create({ data: { ...next, createdAt: now, replacedAt: now, live: false, proposed: true } });

/** Finds a connection by its id, for callers who may see every account. */
export const findConnection = (client: Db | Tx, connectionId: string): Promise<ConnectionRow | null> =>
  ("prisma" in client ? client.prisma : client).bankConnection.findUnique({ where: { id: connectionId } });

/** Lets a connection take payments. */
export const setConnectionLive = (tx: Tx, connectionId: string) =>
  tx.bankConnection.update({ where: { id: connectionId }, data: { live: true } });

/** Replaces the sealed agreement of the connection, whose other columns never change. */
export const resealConnection = (db: Db, id: string, account: SealedConnection["account"]): Promise<unknown> =>
  db.prisma.bankConnection.update({ where: { id }, data: { account } });
