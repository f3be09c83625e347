import { AppError } from "@/server/domain/errors";
import { mayInPanel, type PanelRole } from "@/server/domain/people/access";
import { findApproverFault, findSecondPersonFault, type SecondPersonFault } from "@/server/domain/people/second-person";
import type { Tx } from "@/server/store/db";
import { listApprovers, type PanelApprover } from "@/server/store/people/team";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";
import { requireMember } from "@/server/usecases/people/shared/member-locks";

/** The number of members who may decide, from which on an account can ask for a second person (D-67). */
const decidersEnough = 2;

/**
 * Lists the members who may decide on refunds at an instant of real time: by their role, and as second persons (D-67).
 */
export async function listDeciders(
  tx: Pick<Tx, "panelUser">,
  partnerId: PartnerId,
  now: Date,
): Promise<PanelApprover[]> {
  const members = await listApprovers(tx, partnerId);
  return members.filter((one) => mayDecide(one) && findApproverFault(one, now) === null);
}

export const hasEnoughDeciders = async (
  { realTime }: Ctx,
  tx: Pick<Tx, "panelUser">,
  partnerId: PartnerId,
): Promise<boolean> => (await listDeciders(tx, partnerId, realTime.now())).length >= decidersEnough;

/**
 * Finds why a member may not decide on the request of another one at an instant of real time (D-67); null where the
 * member may.
 */
export const findDeciderFault = (member: PanelApprover, requestedBy: string, now: Date): SecondPersonFault | null =>
  mayDecide(member) ? findSecondPersonFault(member, requestedBy, now) : "no_permission";

const mayDecide = ({ role }: PanelApprover): boolean => mayInPanel(role as PanelRole, "refund.decide");

/**
 * Checks that a member may approve a request of another one, and keeps the membership so until the transaction ends.
 * Throws access_denied and second_person_required.
 */
export async function requireSecondMember(
  ctx: Ctx,
  tx: Tx,
  who: { readonly partnerId: PartnerId; readonly userId: string; readonly requestedBy: string },
): Promise<void> {
  const member = await requireMember(tx, who, "refund.decide");
  const fault = findDeciderFault(member, who.requestedBy, ctx.realTime.now());
  if (fault !== null) throw new AppError("second_person_required", `${who.userId}: ${fault}`);
}
