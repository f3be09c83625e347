import type { Correction, Prisma } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import { type CorrectionStatus, correctionTable, sourcesOf } from "@/server/domain/states";
import type { Db, Tx } from "../db";

export type CorrectionRow = Correction;

/** A correction by its id. Throws not_found. */
export async function getCorrection(tx: Pick<Tx, "correction">, id: string): Promise<CorrectionRow> {
  const found = await tx.correction.findUnique({ where: { id } });
  if (!found) throw new AppError("not_found", `There is no correction ${id}`);
  return found;
}

/** Whether a refund is of a payment. */
export const isRefundOf = async (db: Db, refundId: string, paymentCode: string): Promise<boolean> =>
  (await db.prisma.refund.count({ where: { id: refundId, paymentId: paymentCode } })) === 1;

/** Writes a proposal down; false where another correction of the payment waits. */
export async function insertCorrection(
  tx: Tx,
  proposal: Omit<Prisma.CorrectionUncheckedCreateInput, "status">,
): Promise<boolean> {
  const data = { ...proposal, status: correctionTable.initial };
  const { count } = await tx.correction.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

/**
 * Moves a correction by a row of the table (rule 4): compare-and-set. An approved one takes effect on its payment by trigger.
 * False when it does not wait any more.
 */
export async function moveCorrection(
  tx: Tx,
  id: string,
  to: Exclude<CorrectionStatus, "waiting">,
  decision: { readonly decidedBy: string; readonly decidedAt: Date; readonly decisionNote: string | null },
): Promise<boolean> {
  const { count } = await tx.correction.updateMany({
    where: { id, status: { in: sourcesOf(correctionTable, to) } },
    data: { ...decision, status: to },
  });
  return count === 1;
}

/** The approved corrections of a payment, the first decided first. */
export const listCorrectionsOf = (db: Db, paymentCode: string): Promise<CorrectionRow[]> =>
  db.prisma.correction.findMany({
    where: { paymentId: paymentCode, status: "approved" },
    orderBy: [{ decidedAt: "asc" }, { id: "asc" }],
  });

/** Whether two people have corrected the books of a payment, or found them right. */
export const isAnyCorrectionApproved = async (tx: Tx, paymentCode: string): Promise<boolean> =>
  (await tx.correction.count({ where: { paymentId: paymentCode, status: "approved" } })) > 0;

/** Corrections that wait for a second person, the oldest first, with the address of who proposed each. */
export const listWaitingCorrections = (db: Db, countMax: number) =>
  db.prisma.correction.findMany({
    where: { status: "waiting" },
    orderBy: [{ proposedAt: "asc" }, { id: "asc" }],
    take: countMax,
    include: { proposer: { select: { email: true } } },
  });

/** Payments that are held since bank and books contradict each other, the longest first, with the bank's order. */
export const listHeldPayments = (db: Db, countMax: number) =>
  db.prisma.payment.findMany({
    where: { heldSince: { not: null } },
    orderBy: [{ heldSince: "asc" }, { id: "asc" }],
    take: countMax,
    select: {
      id: true,
      heldSince: true,
      refunds: { select: { id: true } },
      attempts: { where: { status: "captured" }, select: { bankOrderId: true } },
    },
  });

/** Holds a payment (D-75); one that is held already keeps the instant since when it is. */
export const setHeldSince = (tx: Tx, paymentCode: string, now: Date): Promise<unknown> =>
  tx.payment.updateMany({
    where: { id: paymentCode, heldSince: null },
    data: { heldSince: now, updatedAt: now },
  });

/** Whether the books of a payment's credits were corrected from an instant on. */
export const isCreditCorrectedSince = async (db: Db, paymentCode: string, since: Date): Promise<boolean> =>
  (await db.prisma.correction.count({
    where: {
      paymentId: paymentCode,
      status: "approved",
      kind: { in: ["credit_done", "credit_not_done"] },
      decidedAt: { gte: since },
    },
  })) > 0;
