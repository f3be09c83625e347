import { type ChainCheck, type ChainFault, createChainCheck } from "@/server/domain/audit/chain";
import { readAuditEntries } from "@/server/store/audit/audit-chain";
import type { Ctx } from "../ctx";

/** The result of the verification of an audit log. */
export interface VerifiedLog {
  /** An account's id, or `staff`. */
  readonly scope: string;
  readonly count: bigint;
  /** The hash of the newest entry, in hex, which covers all entries before it. */
  readonly head: string;
  /** The number of the first entry that breaks the chain; null where the chain is intact. */
  readonly brokenAt: bigint | null;
  readonly why: ChainFault | null;
}

/**
 * Verifies the chain of every audit log from its first entry, with the keys of this process (S36). Entries that were
 * cut off at the end are found only by comparing with exported heads (`compareAuditHeads`).
 */
export async function verifyAudit(ctx: Ctx): Promise<VerifiedLog[]> {
  const logs: VerifiedLog[] = [];
  let [scope, check]: [string, ChainCheck | null] = ["", null];
  const finish = () => {
    if (!check) return;
    check.end();
    const { count, head, fault } = check;
    const hex = Buffer.from(head).toString("hex");
    logs.push({ scope, count, head: hex, brokenAt: fault?.number ?? null, why: fault?.why ?? null });
  };
  for await (const entry of readAuditEntries(ctx.db)) {
    if (!check || entry.scope !== scope) {
      finish();
      [scope, check] = [entry.scope, createChainCheck(ctx.auditKeys)];
    }
    check.add(entry);
  }
  finish();
  return logs;
}
