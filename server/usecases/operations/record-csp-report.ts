import { newId } from "@/server/domain/ids";
import { insertCspReport } from "@/server/store/operations/csp-reports";
import type { Ctx } from "../ctx";

export interface CspReportInput {
  readonly directive: string;
  readonly blocked: string;
  /** The page's path, secrets masked. */
  readonly document: string;
}

/** Keeps what a browser reports against the policy of a page that takes cards, and warns (PCI DSS 11.6.1). */
export async function recordCspReport(ctx: Ctx, report: CspReportInput): Promise<void> {
  const receivedAt = ctx.clock.now();
  await insertCspReport(ctx.db, { id: newId("cspReport", receivedAt), ...report, receivedAt });
  ctx.log.warn({ security: "csp_report", ...report }, "A page broke its content security policy");
}
