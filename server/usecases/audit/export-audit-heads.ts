import { type ExportedHead, formatHeads, readHead } from "@/server/domain/audit/heads";
import { raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { compareAuditHeads } from "./compare-audit-heads";
import { listHeads } from "./queries";
import { describeFinding } from "./shared/describe-finding";

/**
 * Exports the newest entry of each audit log that has changed since the last export: to the file of the heads, and to
 * the product's log, which a collector keeps out of reach (D-302). Before, it compares the logs with the heads of the
 * file; a contradiction raises an alert. Returns the number of exported heads.
 */
export async function exportAuditHeads(ctx: Ctx): Promise<number> {
  const exported = new Map<string, ExportedHead>();
  for (const line of await ctx.auditHeads.file.readNewest()) {
    const head = readHead(line);
    if (head) exported.set(head.scope, head);
  }
  await alertContradictions(ctx, [...exported.values()]);
  const changed = (await listHeads(ctx)).filter(({ scope, mac }) => exported.get(scope)?.mac !== mac);
  if (changed.length === 0) return 0;
  const lines = formatHeads(changed, ctx.clock.now());
  await ctx.auditHeads.file.append(lines);
  for (const line of lines.trimEnd().split("\n")) {
    ctx.log.info({ auditHead: JSON.parse(line) }, "The head of an audit log was exported");
  }
  return changed.length;
}

async function alertContradictions(ctx: Ctx, heads: readonly ExportedHead[]): Promise<void> {
  for (const finding of await compareAuditHeads(ctx, { heads })) {
    const alert = { kind: "audit_log_changed", subject: finding.scope, detail: describeFinding(finding) } as const;
    ctx.log.error({ alert: alert.kind, scope: finding.scope }, alert.detail);
    await inTx(ctx.db, (tx) => raiseAlert(tx, alert, ctx.clock.now()));
  }
}
