import { AppError } from "@/server/domain/errors";
import { findPerson } from "@/server/store/people/people";
import type { Ctx } from "@/server/usecases/ctx";
import type { ProposedChange } from "./change-kind";

/** Returns the evidence of a change that needs one. Throws validation_error. */
export function requireEvidence(evidence: string | null): string {
  if (evidence?.trim()) return evidence;
  throw new AppError("validation_error", "How it ended at the bank has to be shown by evidence");
}

/** Names the two people of a change, for the record of the decision. */
export async function toDeciders(
  ctx: Ctx,
  { proposedBy, decidedBy }: Pick<ProposedChange<unknown>, "proposedBy" | "decidedBy">,
): Promise<string> {
  const nameOf = async (userId: string | null) =>
    userId === null ? "operator" : ((await findPerson(ctx.db, { door: "staff", userId }))?.email ?? userId);
  return `${await nameOf(proposedBy)}, ${await nameOf(decidedBy)}`;
}
