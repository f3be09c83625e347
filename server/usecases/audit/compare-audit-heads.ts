import { compareHeads, type ExportedHead, type HeadFinding } from "@/server/domain/audit/heads";
import { listAuditHeads, readAuditHashes } from "@/server/store/audit/audit-chain";
import type { Ctx } from "../ctx";

/**
 * Compares the audit logs with heads that were exported before (D-302). It finds entries that were cut off at the end,
 * and a chain that was computed again, also where it was computed with the key.
 */
export async function compareAuditHeads(
  ctx: Ctx,
  { heads }: { readonly heads: readonly ExportedHead[] },
): Promise<HeadFinding[]> {
  const newest = new Map((await listAuditHeads(ctx.db)).map(({ scope, number }) => [scope, number]));
  const findings: HeadFinding[] = [];
  for (const scope of new Set(heads.map((head) => head.scope))) {
    const ofScope = heads.filter((head) => head.scope === scope);
    const numbers = [...new Set(ofScope.map(({ number }) => number))];
    const stored = await readAuditHashes(ctx.db, scope, numbers);
    findings.push(...compareHeads(ofScope, stored, newest.get(scope) ?? 0n));
  }
  return findings;
}
