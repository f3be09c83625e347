import type { MoneyReturn, Prisma } from "@/prisma/generated/client";
import { moneyReturnTable, type RefundStatus, sourceStates } from "@/server/domain/states";
import type { Db, Tx } from "../db";

export type MoneyReturnRow = MoneyReturn;

/** Returns a money return with everything that an inquiry at the bank needs. Throws where it does not exist. */
export const getMoneyReturn = (db: Db | Tx, returnId: string) =>
  ("prisma" in db ? db.prisma : db).moneyReturn.findUniqueOrThrow({
    where: { id: returnId },
    include: { attempt: { include: { connection: true } }, payment: { include: { terminal: true } } },
  });

export type MoneyReturnWithPayment = Awaited<ReturnType<typeof getMoneyReturn>>;

/** Lists a payment's returns, the oldest first. */
export const listMoneyReturnsOfPayment = (db: Db, paymentCode: string): Promise<MoneyReturnRow[]> =>
  db.prisma.moneyReturn.findMany({
    where: { paymentId: paymentCode },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

/** Lists an attempt's returns, the oldest first. */
export const listMoneyReturnsOfAttempt = (tx: Pick<Tx, "moneyReturn">, attemptId: string) =>
  tx.moneyReturn.findMany({ where: { attemptId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });

/**
 * Inserts the intent of a return. Returns false where another return of the attempt is pending or done, or where its
 * void was sent before: unique indexes refuse both, so that no money goes back twice.
 */
export async function insertMoneyReturn(
  tx: Tx,
  row: Omit<Prisma.MoneyReturnUncheckedCreateInput, "status">,
): Promise<boolean> {
  const data = { ...row, status: moneyReturnTable.initial };
  const { count } = await tx.moneyReturn.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

type Facts = Omit<Prisma.MoneyReturnUncheckedUpdateManyInput, "status">;

/**
 * Resolves a return by a row of `moneyReturnTable` (R4). Returns false, and changes nothing, where it was resolved
 * before.
 */
export async function moveMoneyReturn(
  tx: Tx,
  returnId: string,
  to: Exclude<RefundStatus, "pending">,
  now: Date,
  facts: Facts,
): Promise<boolean> {
  const { count } = await tx.moneyReturn.updateMany({
    where: { id: returnId, status: { in: sourceStates(moneyReturnTable, to) } },
    data: { ...facts, status: to, nextInquiryAt: null, alertAt: null, resolvedAt: now, updatedAt: now },
  });
  return count === 1;
}

/**
 * Stores what an inconclusive inquiry has seen, and when the next one is due. Returns false where the return is
 * resolved.
 */
export async function planReturnInquiry(
  db: Db,
  returnId: string,
  plan: { unknownSince: Date; inquiries?: number; notFoundSeen?: number; nextInquiryAt: Date },
): Promise<boolean> {
  const { count } = await db.prisma.moneyReturn.updateMany({
    where: { id: returnId, status: "pending" },
    data: plan,
  });
  return count === 1;
}

/** Whether a return is still pending and may be sent. */
export const isReturnPending = async (db: Db, returnId: string): Promise<boolean> =>
  (await db.prisma.moneyReturn.count({ where: { id: returnId, status: "pending" } })) === 1;

/**
 * Permits one process to send the credit of a return, once ever, and stores what the bank's history showed before it
 * (D-76). Returns false where the credit was permitted before or the return is resolved.
 */
export async function permitReturnCredit(db: Db, returnId: string, baseline: Prisma.InputJsonValue): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    "update money_return set baseline = $2 where id = $1 and status = 'pending' and baseline is null",
    [returnId, JSON.stringify(baseline)],
  );
  return rowCount === 1;
}
