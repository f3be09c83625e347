import { AppError } from "@/server/domain/errors";
import { type CorrectionRow, getCorrection } from "@/server/store/corrections/corrections";
import type { Ctx } from "@/server/usecases/ctx";

/**
 * Returns a correction on which the person may decide. Throws not_found, access_denied for the proposer, and
 * validation_error where it was decided before.
 */
export async function requireSecondPerson(ctx: Ctx, correctionId: string, deciderId: string): Promise<CorrectionRow> {
  const correction = await getCorrection(ctx.db.prisma, correctionId);
  if (correction.status !== "waiting") throw createDecidedError(correctionId);
  if (correction.proposedBy === deciderId) {
    throw new AppError("access_denied", "A second person decides: not the one who proposed the correction");
  }
  return correction;
}

export const createDecidedError = (correctionId: string): AppError =>
  new AppError("validation_error", `${correctionId} does not wait for a decision any more`);
