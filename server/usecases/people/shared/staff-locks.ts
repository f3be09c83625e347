import { AppError } from "@/server/domain/errors";
import { mayAsStaff, type StaffRole } from "@/server/domain/people/access";
import type { Tx } from "@/server/store/db";
import { lockStaff } from "@/server/store/people/staff";

/**
 * Locks all members of staff and checks that one of them still manages people. Of two administrators who remove each
 * other at the same time, the second is refused, so one stays. Throws access_denied.
 */
export async function lockAsAdministrator(tx: Tx, staffId: string) {
  const staff = await lockStaff(tx);
  const actor = staff.find(({ id }) => id === staffId);
  if (!actor || !mayAsStaff(actor.role as StaffRole, "people.write")) {
    throw new AppError("access_denied", `${staffId} may not people.write any more`);
  }
  return { actor, staff };
}

/**
 * The same for a change of a colleague, whose row is returned. Their own entry is refused, so an administrator is
 * always left. Throws access_denied and not_found.
 */
export async function lockColleague(
  tx: Tx,
  { staffId, userId }: { readonly staffId: string; readonly userId: string },
) {
  const { staff } = await lockAsAdministrator(tx, staffId);
  if (userId === staffId) throw new AppError("access_denied", "Administrators do not change their own entry");
  const colleague = staff.find(({ id }) => id === userId);
  if (!colleague) throw new AppError("not_found", "No such member of staff");
  return colleague;
}
