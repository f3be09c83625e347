import type { MoneyReturn, Prisma } from "@/prisma/generated/client";
import { moneyReturnTable, type RefundStatus, sourcesOf } from "@/server/domain/states";
import type { Db, Tx } from "../db";

export type MoneyReturnRow = MoneyReturn;

/** A return with all that asking the bank about it needs. */
export const getMoneyReturn = (db: Db | Tx, returnId: string) =>
  ("prisma" in db ? db.prisma : db).moneyReturn.findUniqueOrThrow({
    where: { id: returnId },
    include: { attempt: { include: { connection: true } }, payment: { include: { terminal: true } } },
  });

export type MoneyReturnWithPayment = Awaited<ReturnType<typeof getMoneyReturn>>;

/** A payment's returns, oldest first. */
export const listMoneyReturnsOf = (db: Db, paymentCode: string): Promise<MoneyReturnRow[]> =>
  db.prisma.moneyReturn.findMany({
    where: { paymentId: paymentCode },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

/** An attempt's returns, oldest first. */
export const listReturnsOfAttempt = (tx: Pick<Tx, "moneyReturn">, attemptId: string) =>
  tx.moneyReturn.findMany({ where: { attemptId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });

/** Writes the intent down; false where another return of the attempt is under way or done, or its void was sent before. */
export async function insertMoneyReturn(
  tx: Tx,
  row: Omit<Prisma.MoneyReturnUncheckedCreateInput, "status">,
): Promise<boolean> {
  const data = { ...row, status: moneyReturnTable.initial };
  const { count } = await tx.moneyReturn.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

type Facts = Omit<Prisma.MoneyReturnUncheckedUpdateManyInput, "status">;

/** Resolves a return by a row of the table (rule 4); false when it was resolved before, and stays as it is. */
export async function moveMoneyReturn(
  tx: Tx,
  returnId: string,
  to: Exclude<RefundStatus, "pending">,
  now: Date,
  facts: Facts,
): Promise<boolean> {
  const { count } = await tx.moneyReturn.updateMany({
    where: { id: returnId, status: { in: sourcesOf(moneyReturnTable, to) } },
    data: { ...facts, status: to, nextInquiryAt: null, alertAt: null, resolvedAt: now, updatedAt: now },
  });
  return count === 1;
}

/** Writes down what an inquiry that settled nothing has seen, and when the next one is due. False once it is resolved. */
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

/** Whether a return is still to be sent: nobody has resolved it meanwhile. */
export const isReturnPending = async (db: Db, returnId: string): Promise<boolean> =>
  (await db.prisma.moneyReturn.count({ where: { id: returnId, status: "pending" } })) === 1;

/**
 * Permits a credit to be sent, once ever and by one process, and keeps what the bank's history showed before it (D-76).
 * False: it was sent before, or resolved.
 */
export async function takeReturnCredit(
  db: Db,
  returnId: string,
  baseline: Prisma.InputJsonValue,
): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    "update money_return set baseline = $2 where id = $1 and status = 'pending' and baseline is null",
    [returnId, JSON.stringify(baseline)],
  );
  return rowCount === 1;
}
