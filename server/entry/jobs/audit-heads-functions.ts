import type { Inngest } from "inngest";
import { exportAuditHeads } from "@/server/usecases/audit/export-audit-heads";
import { mailAuditHeads } from "@/server/usecases/audit/mail-audit-heads";
import type { Ctx } from "@/server/usecases/ctx";

/** Exports the heads of the audit logs each hour (D-302). An hour without a new entry exports nothing. */
export const exportAuditHeadsFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "export-audit-heads", triggers: [{ cron: "0 * * * *" }], concurrency: 1, retries: 3 },
    ({ step }) => step.run("export", () => exportAuditHeads(ctx)),
  );

/** Mails the heads each day at 06:00 in Türkiye, where an address is configured (D-302). */
export const mailAuditHeadsFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "mail-audit-heads", triggers: [{ cron: "TZ=Europe/Istanbul 0 6 * * *" }], concurrency: 1, retries: 3 },
    ({ step }) => step.run("mail", () => mailAuditHeads(ctx)),
  );

/** Exports the heads at the start: a process that is started more often than each hour would otherwise never do it. */
export const exportAuditHeadsAtStart = (ctx: Ctx): void => ctx.background(exportAuditHeads(ctx));
