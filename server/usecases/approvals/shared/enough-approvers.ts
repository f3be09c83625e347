import { mayAsStaff, type StaffPermission, type StaffRole } from "@/server/domain/people/access";
import { findApproverFault } from "@/server/domain/people/second-person";
import { listApprovers } from "@/server/store/approvals/changes";
import type { Ctx } from "@/server/usecases/ctx";

/** The number of people who may decide, from which on the operator of the host is no second person any more. */
const peopleEnough = 2;

/**
 * Returns whether two people of staff may decide on changes of a permission. Until then the operator of the host is the
 * second person (D-67).
 */
export async function hasEnoughApprovers(ctx: Ctx, permission: StaffPermission): Promise<boolean> {
  const now = ctx.realTime.now();
  const approvers = (await listApprovers(ctx.db)).filter(
    (person) => mayAsStaff(person.role as StaffRole, permission) && findApproverFault(person, now) === null,
  );
  return approvers.length >= peopleEnough;
}
