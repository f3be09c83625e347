import { listOpenSubjects } from "@/server/store/alerts";
import { getRunningProcesses } from "@/server/store/pages/running-releases";
import type { Ctx } from "../ctx";
import { comparePages, type PageFinding, recordFindings } from "./shared/compare-pages";

/** The pause before pages that differ are compared again, ms. */
const pauseMs = 5_000;

/**
 * Compares the buyers' pages between the hourly checks (D-367), in one process of the installation. A page that differs
 * twice in succession is recorded and raises its alert; the next equal look closes it. Nothing else is stored. While
 * processes of another release run, nothing is compared, because either release may answer.
 * @param again the pause before pages that differ are compared again, ms
 */
export async function watchPages(ctx: Ctx, again: { readonly pauseMs: number } = { pauseMs }): Promise<void> {
  if (!(await isWatcher(ctx))) return;
  const open = new Set<string>((await listOpenSubjects(ctx.db, ["page_changed"])).map(({ subject }) => subject));
  const isNews = ({ page, result }: PageFinding): boolean =>
    open.has(page) ? result === "equal" : result === "changed";
  let news = (await comparePages(ctx)).filter(isNews);
  if (news.some(({ result }) => result === "changed")) {
    const differing = new Set(news.map(({ page }) => page));
    await ctx.realTime.sleep(again.pauseMs, { holdsProcess: false });
    // A release that was started meanwhile may have answered.
    news = (await comparePages(ctx)).filter((finding) => isNews(finding) && differing.has(finding.page));
    if (!(await isWatcher(ctx))) return;
  }
  await recordFindings(ctx, news);
}

/** Whether this process is the one that compares, and no process of another release runs. */
async function isWatcher(ctx: Ctx): Promise<boolean> {
  const { first, count, ofRelease } = await getRunningProcesses(ctx.db, ctx.pages.released.digest);
  return first === ctx.processNumber && ofRelease === count;
}
