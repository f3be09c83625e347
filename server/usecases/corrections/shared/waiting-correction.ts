import {
  type CorrectablePayment,
  type CorrectionTerms,
  findCorrectionFault,
} from "@/server/domain/corrections/correction";
import { AppError } from "@/server/domain/errors";
import { fieldSentence } from "@/server/domain/field-words";
import { findSecondPersonFault } from "@/server/domain/people/second-person";
import { type CorrectionRow, getCorrection } from "@/server/store/corrections/corrections";
import type { PersonRow } from "@/server/store/people/people";
import type { Ctx } from "@/server/usecases/ctx";
import type { StaffProof } from "@/server/usecases/people/shared/prove-staff";

/**
 * Returns a correction on which the person may decide. On screen, the person must be a second person as for any other
 * change of two people (D-67); at the command line, access to the host and the code of the app are the proof. Throws
 * not_found, second_person_required (also for the proposer), and change_decided where it was decided before.
 */
export async function requireSecondPerson(
  ctx: Ctx,
  correctionId: string,
  decider: PersonRow,
  by: StaffProof,
): Promise<CorrectionRow> {
  const correction = await getCorrection(ctx.db.prisma, correctionId);
  if (correction.status !== "waiting") throw createDecidedError(correctionId);
  if (correction.proposedBy === decider.id) {
    throw new AppError("second_person_required", "A second person decides: not the one who proposed the correction");
  }
  const fault = "staffId" in by ? findSecondPersonFault(decider, correction.proposedBy, ctx.realTime.now()) : null;
  if (fault !== null) throw new AppError("second_person_required", `${decider.email}: ${fault}`);
  return correction;
}

export const createDecidedError = (correctionId: string): AppError =>
  new AppError("change_decided", `${correctionId} does not wait for a decision any more`);

/** Throws validation_error with the fault, where a correction of the payment's books cannot be booked. */
export function requireBookable(payment: CorrectablePayment, terms: CorrectionTerms): void {
  const fault = findCorrectionFault(payment, terms);
  if (fault !== null) throw new AppError("validation_error", fieldSentence(fault, "en"), { problem: fault });
}
