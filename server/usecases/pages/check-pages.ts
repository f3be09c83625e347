import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { findAuthorisation } from "./queries";
import { comparePages, type PageFinding, recordFindings } from "./shared/compare-pages";
import { releaseSubject } from "./shared/release-alert";

/**
 * Fetches each buyer's page that needs no card over the public address, as a buyer's browser does, and compares it and
 * its scripts with the inventory of this release (PCI DSS 11.6.1, D-296). Stores what was found, alerts staff of a
 * difference, and of a page that was out of reach twice in a row; both alerts close with the next equal page. Also
 * alerts where this release's pages are not authorised (D-293).
 */
export async function checkPages(ctx: Ctx): Promise<PageFinding[]> {
  await checkRelease(ctx);
  const findings = await comparePages(ctx);
  await recordFindings(ctx, findings);
  return findings;
}

/** Alerts staff where the pages of this release are not authorised. Payments do not depend on it. */
async function checkRelease(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const isAuthorised = (await findAuthorisation(ctx)) !== null;
  await inTx(ctx.db, async (tx) => {
    if (isAuthorised) return closeAlerts(tx, { kinds: ["pages_unauthorised"], subjects: [releaseSubject] }, now);
    const detail = `This release's pages are not authorised (${ctx.pages.released.digest.slice(0, 16)}). Review them, then run: npm run admin -- pages authorise --reason "…"`;
    const isNew = await raiseAlert(tx, { kind: "pages_unauthorised", subject: releaseSubject, detail }, now);
    if (isNew) ctx.log.error({ alert: "pages_unauthorised" }, detail);
  });
}
