import { newId } from "@/server/domain/ids";
import { insertAuditEntry, type NewAuditEntry } from "@/server/store/audit/audit-log";
import type { Tx } from "@/server/store/db";
import type { EndedViewing } from "@/server/store/people/viewings";
import type { Ctx } from "@/server/usecases/ctx";
import { staffActor } from "./staff-actor";

export interface ViewingEntry {
  readonly partnerId: string;
  readonly staffId: string;
  readonly viewingId: string;
  readonly sourceIp: string;
  readonly action: "viewing.start" | "viewing.end";
  readonly detail: NewAuditEntry["detail"];
}

/**
 * Records in a merchant's own audit log that staff began or ended to view its panel (S36), in the transaction of the
 * change, so that no viewing is without its entry.
 */
export const auditViewing = (
  ctx: Ctx,
  tx: Tx,
  { partnerId, staffId, viewingId, action, detail, sourceIp }: ViewingEntry,
): Promise<unknown> =>
  insertAuditEntry(
    tx,
    ctx.auditKeys,
    {
      scope: partnerId,
      actor: staffActor(staffId),
      action,
      actionId: newId(ctx.random, "action", ctx.clock.now()),
      subject: viewingId,
      outcome: "done",
      code: null,
      detail,
      sourceIp,
    },
    ctx.clock.now(),
  );

/** Records the end of viewings; `cause` says what ended them. */
export async function auditEnds(
  ctx: Ctx,
  tx: Tx,
  ended: readonly EndedViewing[],
  cause: "button" | "signed_out" | "replaced" | "expired",
): Promise<void> {
  for (const { endedAt, ...viewing } of ended) {
    const detail = { cause, ended: endedAt.toISOString() };
    await auditViewing(ctx, tx, { ...viewing, action: "viewing.end", detail });
  }
}
