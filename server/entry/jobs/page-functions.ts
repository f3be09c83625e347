import type { Inngest } from "inngest";
import { seconds } from "@/server/domain/clock";
import type { Ctx } from "@/server/usecases/ctx";
import { checkPages } from "@/server/usecases/pages/check-pages";
import { eraseOldPageChecks } from "@/server/usecases/pages/erase-old-page-checks";
import { findRecentCheck } from "@/server/usecases/pages/queries";

/**
 * Compares the buyers' pages with the inventory each hour (PCI DSS 11.6.1, D-296), and erases what is older than its
 * time.
 */
export const checkPagesFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "check-pages", triggers: [{ cron: "20 * * * *" }], concurrency: 1, retries: 3 },
    async ({ step }) => {
      await step.run("check", async () => countDiffering(await checkPages(ctx)));
      await step.run("erase", () => eraseOldPageChecks(ctx));
    },
  );

const countDiffering = (findings: Awaited<ReturnType<typeof checkPages>>): number =>
  findings.filter(({ result }) => result !== "equal").length;

/** How long after the start the pages are compared, so that the start itself is not slower, ms. */
const afterStartMs = seconds(30);

/**
 * Compares the pages some time after the start, unless that was done lately: the first check of a new release must not
 * wait for an hour. Returns a function that takes the plan back.
 */
export function planCheckAfterStart(ctx: Ctx): () => void {
  const check = async () => {
    if (!(await findRecentCheck(ctx))) await checkPages(ctx);
  };
  const timer = setTimeout(() => ctx.background(check()), afterStartMs);
  timer.unref();
  return () => clearTimeout(timer);
}
