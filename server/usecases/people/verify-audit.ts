import { listAuditBreaks, listAuditHeads } from "@/server/store/people/audit-list";
import type { Ctx } from "../ctx";

/** An audit log as it was found. */
export interface VerifiedLog {
  /** An account's id, or `staff`. */
  readonly scope: string;
  readonly count: bigint;
  /** Of the newest entry, in hex: it covers all before it. Where it differs from what was once noted, entries are gone. */
  readonly head: string;
  /** Number of the first entry that does not follow from the one before it; null: the chain is whole. */
  readonly brokenAt: bigint | null;
}

/** Goes through every audit log from its first entry (S36). */
export async function verifyAudit(ctx: Ctx): Promise<VerifiedLog[]> {
  const [heads, breaks] = [await listAuditHeads(ctx.db), await listAuditBreaks(ctx.db)];
  const brokenAt = new Map(breaks.map(({ scope, number }) => [scope, number]));
  return heads.map(({ scope, count, hash }) => ({
    scope,
    count,
    head: Buffer.from(hash).toString("hex"),
    brokenAt: brokenAt.get(scope) ?? null,
  }));
}
