import type { Prisma } from "@/prisma/generated/client";
import { newId } from "@/server/domain/ids";
import { type Db, randomOf, type Tx } from "../db";

export type NewCaptureDecision = Omit<Prisma.CaptureDecisionUncheckedCreateInput, "id">;

/** Records how a person ended a capture, with their evidence (D-75). */
export const insertCaptureDecision = (tx: Tx, decision: NewCaptureDecision) =>
  tx.captureDecision.create({
    data: { ...decision, id: newId(randomOf(tx), "captureDecision", new Date(decision.decidedAt)) },
  });

/** Whether a person has decided that the bank took nothing for an attempt, or that the money went back. */
export const isCaptureDecided = async (db: Db, attemptId: string): Promise<boolean> =>
  (await db.prisma.captureDecision.count({
    where: { attemptId, verdict: { in: ["not_taken", "returned"] } },
  })) > 0;
