import { newId } from "@/server/domain/ids";
import { insertCspReport } from "@/server/store/operations/csp-reports";
import type { Ctx } from "../ctx";

export interface CspReportInput {
  readonly directive: string;
  readonly blocked: string;
  /** The page's path, secrets masked. */
  readonly document: string;
}

/**
 * Stores a browser's report that a page which takes cards violated its content security policy, and warns (PCI DSS
 * 11.6.1).
 */
export async function recordCspReport(ctx: Ctx, report: CspReportInput): Promise<void> {
  const receivedAt = ctx.clock.now();
  await insertCspReport(ctx.db, { id: newId("cspReport", receivedAt), ...report, receivedAt });
  ctx.log.warn({ security: "csp_report", ...report }, "A page violated its content security policy");
}
