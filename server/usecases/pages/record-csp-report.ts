import { istanbulDayStart } from "@/server/domain/business-day";
import { newId } from "@/server/domain/ids";
import {
  type CspReport,
  cspAlertsMax,
  findReportsMin,
  furtherReports,
  isBuyersPage,
} from "@/server/domain/pages/csp-report";
import { raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { countCspAlerts, countCspReport, sumCspReports } from "@/server/store/pages/csp-reports";
import type { Ctx } from "../ctx";

/**
 * Counts a browser's report that a page violated its content security policy, warns in the log, and alerts staff where
 * the reports about a page of ours pass the number of their kind (PCI DSS 11.6.1, D-297).
 * @param report cleaned by `cleanReport`
 */
export async function recordCspReport(ctx: Ctx, report: CspReport): Promise<void> {
  const at = ctx.clock.now();
  const day = istanbulDayStart(at);
  const isOurs = isBuyersPage(report.document, [ctx.origins.pay, ctx.origins.handoff]);
  ctx.log.warn({ security: "csp_report", ...report }, "A page violated its content security policy");
  const isBeyond = await countCspReport(ctx.db, { id: newId(ctx.random, "cspReport", at), day, isOurs, ...report, at });
  if (!isOurs) return;
  if (isBeyond) return alertOnce(ctx, { subject: furtherReports, detail: flooded });
  const { directive, blocked } = report;
  const reportsMin = findReportsMin(report);
  if (reportsMin === null) return;
  const count = await sumCspReports(ctx.db, { day, directive, blocked });
  if (count < reportsMin) return;
  const detail = `Browsers report that a buyer's page tried to use ${blocked}, which ${directive} forbids and the browser blocked (${count} today).`;
  await alertOnce(ctx, { subject: `${directive} ${blocked}`, detail });
}

const flooded = "Browsers report more kinds of violations of the policy today than are kept one by one.";
const further = `More than ${cspAlertsMax} kinds of reports need a look today. The rest is in the list of reports.`;

/**
 * Raises an alert at most once a day for a subject. Anybody can send reports, so a day raises a few alerts only, and
 * then one that says that there is more.
 */
const alertOnce = (ctx: Ctx, { subject, detail }: { subject: string; detail: string }): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const raised = await countCspAlerts(tx, subject, istanbulDayStart(now));
    if (raised.has) return;
    const alert =
      raised.count < cspAlertsMax || subject === furtherReports
        ? { subject, detail }
        : { subject: furtherReports, detail: further };
    if (!(await raiseAlert(tx, { kind: "csp_report", ...alert }, now))) return;
    ctx.log.error({ alert: "csp_report", subject: alert.subject }, alert.detail);
  });
