import { listAuditBreaks, listAuditHeads } from "@/server/store/audit/audit-list";
import type { Ctx } from "../ctx";

/** The result of the verification of an audit log. */
export interface VerifiedLog {
  /** An account's id, or `staff`. */
  readonly scope: string;
  readonly count: bigint;
  /**
   * The hash of the newest entry, in hex, which covers all entries before it. An operator notes it outside the
   * database: where a log of the same length has another head later, or is shorter, entries were changed or removed.
   */
  readonly head: string;
  /**
   * The number of the first entry whose hash does not follow from the entry before it; null where the chain is intact.
   */
  readonly brokenAt: bigint | null;
}

/** Verifies the hash chain of every audit log from its first entry (S36). */
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
