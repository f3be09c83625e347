import type { Correction, Prisma } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import { type CorrectionStatus, correctionTable, sourceStates } from "@/server/domain/states";
import type { Db, Tx } from "../db";

export type CorrectionRow = Correction;

/** Returns a correction by its id. Throws not_found. */
export async function getCorrection(tx: Pick<Tx, "correction">, id: string): Promise<CorrectionRow> {
  const found = await tx.correction.findUnique({ where: { id } });
  if (!found) throw new AppError("not_found", `There is no correction ${id}`);
  return found;
}

/** Whether a refund belongs to a payment. */
export const isRefundOfPayment = async (db: Db, refundId: string, paymentCode: string): Promise<boolean> =>
  (await db.prisma.refund.count({ where: { id: refundId, paymentId: paymentCode } })) === 1;

/** Lists the ids of a payment's refunds. */
export const listRefundIdsOfPayment = async (tx: Pick<Tx, "refund">, paymentCode: string): Promise<string[]> =>
  (await tx.refund.findMany({ where: { paymentId: paymentCode }, select: { id: true } })).map(({ id }) => id);

/** Inserts a proposal. Returns false where another correction of the payment waits for a decision. */
export async function insertCorrection(
  tx: Tx,
  proposal: Omit<Prisma.CorrectionUncheckedCreateInput, "status">,
): Promise<boolean> {
  const data = { ...proposal, status: correctionTable.initial };
  const { count } = await tx.correction.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

/**
 * Moves a correction by a row of `correctionTable` (R4), as a compare-and-set. A trigger applies an approved correction
 * to its payment. Returns false where the correction does not wait any more.
 */
export async function moveCorrection(
  tx: Tx,
  id: string,
  to: Exclude<CorrectionStatus, "waiting">,
  decision: { readonly decidedBy: string; readonly decidedAt: Date; readonly decisionNote: string | null },
): Promise<boolean> {
  const { count } = await tx.correction.updateMany({
    where: { id, status: { in: sourceStates(correctionTable, to) } },
    data: { ...decision, status: to },
  });
  return count === 1;
}

/** Lists the approved corrections of a payment in the order of their decisions. */
export const listApprovedCorrections = (db: Db, paymentCode: string): Promise<CorrectionRow[]> =>
  db.prisma.correction.findMany({
    where: { paymentId: paymentCode, status: "approved" },
    orderBy: [{ decidedAt: "asc" }, { id: "asc" }],
  });

/** Whether a payment has an approved correction, of any kind: two people corrected its books or confirmed them. */
export const isAnyCorrectionApproved = async (tx: Tx, paymentCode: string): Promise<boolean> =>
  (await tx.correction.count({ where: { paymentId: paymentCode, status: "approved" } })) > 0;

/**
 * Lists the corrections that wait for a second person, the oldest first, with the e-mail address of each proposer and
 * whether the payment is held.
 */
export const listWaitingCorrections = (db: Db, countMax: number) =>
  db.prisma.correction.findMany({
    where: { status: "waiting" },
    orderBy: [{ proposedAt: "asc" }, { id: "asc" }],
    take: countMax,
    include: { proposer: { select: { email: true } }, payment: { select: { heldSince: true } } },
  });

/**
 * Lists the payments that a contradiction between bank and books holds, the longest held first, with the bank order id.
 */
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

/** Holds a payment (D-75). A payment that is held already keeps its first instant. */
export const setHeldSince = (tx: Tx, paymentCode: string, now: Date): Promise<unknown> =>
  tx.payment.updateMany({
    where: { id: paymentCode, heldSince: null },
    data: { heldSince: now, updatedAt: now },
  });

/** Whether a correction of a payment's credits was approved at or after an instant. */
export const isCreditCorrectedSince = async (db: Db, paymentCode: string, since: Date): Promise<boolean> =>
  (await db.prisma.correction.count({
    where: {
      paymentId: paymentCode,
      status: "approved",
      kind: { in: ["credit_done", "credit_not_done"] },
      decidedAt: { gte: since },
    },
  })) > 0;
