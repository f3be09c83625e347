import { newId } from "@/server/domain/ids";
import type { NewAuditEntry } from "@/server/store/audit/audit-log";
import { writeAudit } from "@/server/usecases/audit/write-audit";
import type { Ctx } from "@/server/usecases/ctx";
import { staffActor } from "@/server/usecases/people/shared/staff-actor";

/** An action of staff for a merchant. */
export interface StaffAction {
  readonly partnerId: string;
  readonly staffId: string;
  readonly sourceIp: string;
  /** The name of the action in the merchant's log. */
  readonly action: string;
  readonly subject: string | null;
  readonly detail: NewAuditEntry["detail"];
}

/**
 * Does the work of an action of staff and records it in the merchant's own audit log, before and after (S36). The
 * subject of the second entry may be known only then.
 */
export async function withMerchantAudit<Result>(
  ctx: Ctx,
  { partnerId, staffId, sourceIp, action, subject, detail }: StaffAction,
  work: () => Promise<Result>,
  toSubject: (result: Result) => string | null = () => subject,
): Promise<Result> {
  const entry = {
    scope: partnerId,
    action,
    actionId: newId(ctx.random, "action", ctx.clock.now()),
    sourceIp,
    actor: staffActor(staffId),
    code: null,
    detail,
  };
  await writeAudit(ctx, { ...entry, subject, outcome: "begun" });
  const result = await work();
  await writeAudit(ctx, { ...entry, subject: toSubject(result), outcome: "done" });
  return result;
}
