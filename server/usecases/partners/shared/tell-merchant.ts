import type { Change } from "@/server/domain/audit/changes";
import { newId } from "@/server/domain/ids";
import { insertAuditEntry } from "@/server/store/audit/audit-log";
import type { Tx } from "@/server/store/db";
import type { Ctx } from "@/server/usecases/ctx";
import { staffActor } from "@/server/usecases/people/shared/staff-actor";

/** What a merchant reads in its own audit log about a change that staff made to its account. */
export interface ToldChange {
  readonly ctx: Ctx;
  readonly action: `account.${"hold" | "release" | "setStatus" | "setTerms" | "setLimits" | "setIban" | "close" | "decideName" | "decideLogo"}`;
  /** The member of staff; null for the operator of the host. */
  readonly staffId: string | null;
}

/** The place where staff work. Their address is in the log of the staff only. */
const place = "back-office";

/**
 * Records in the merchant's own audit log what staff changed, in the transaction of the change, so that no change is
 * without its entry (S36, D-276). The entry has the values before and after; the reason of staff is in their own log.
 */
export async function tellMerchant(
  tx: Tx,
  partnerId: string,
  { ctx, action, staffId }: ToldChange,
  { before, after }: Change,
): Promise<void> {
  if (Object.keys(after).length === 0) return;
  const now = ctx.clock.now();
  const entry = { scope: partnerId, actor: staffActor(staffId), action, actionId: newId(ctx.random, "action", now) };
  const outcome = { subject: partnerId, outcome: "done", code: null, detail: { before, after } } as const;
  await insertAuditEntry(tx, ctx.auditKeys, { ...entry, ...outcome, sourceIp: place }, now);
}
