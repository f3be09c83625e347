import { formatHeadText } from "@/server/domain/audit/heads";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { writeMail } from "../mail/shared/write-mail";
import { listHeads } from "./queries";

/**
 * Mails the newest entry of each audit log to the address that is configured (D-302): a mailbox is out of reach of
 * those who have the database and the server. Returns whether a mail was written.
 */
export async function mailAuditHeads(ctx: Ctx): Promise<boolean> {
  const heads = await listHeads(ctx);
  const to = ctx.auditHeads.mailTo;
  if (to === null || heads.length === 0) return false;
  const values = { at: ctx.clock.now().toISOString(), heads: heads.map(formatHeadText) };
  await inTx(ctx.db, (tx) => writeMail(ctx, tx, { kind: "audit_heads", values, to, language: "tr" }));
  return true;
}
