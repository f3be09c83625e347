import type { Prisma } from "@/prisma/generated/client";
import { newId } from "@/server/domain/ids";
import type { Db, Tx } from "../db";

export type NewCaptureDecision = Omit<Prisma.CaptureDecisionUncheckedCreateInput, "id">;

/** Puts on record how a person has ended a capture, and by what they know it (D-75). */
export const insertCaptureDecision = (tx: Tx, decision: NewCaptureDecision) =>
  tx.captureDecision.create({
    data: { ...decision, id: newId("captureDecision", new Date(decision.decidedAt)) },
  });

/** Whether a person has said of an attempt that nothing was taken, or that it went back. */
export const isDecided = async (db: Db, attemptId: string): Promise<boolean> =>
  (await db.prisma.captureDecision.count({
    where: { attemptId, verdict: { in: ["not_taken", "returned"] } },
  })) > 0;
