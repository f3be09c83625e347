import { cspReportList } from "@/server/domain/pages/csp-report-list";
import { checkPagesInput } from "@/server/domain/pages/page-results";
import { checkPages } from "@/server/usecases/pages/check-pages";
import { getPagesState, listCspReports } from "@/server/usecases/pages/queries";
import { listInput } from "../../trpc/list-input";
import { mutationProcedure, queryProcedure, router } from "../door";

const pageSize = 50;

/** Procedures of staff for the integrity of the buyers' pages (S3, S4). */
export const pageRouter = router({
  state: queryProcedure("page.read").query(({ ctx: { ctx } }) => getPagesState(ctx)),

  reports: queryProcedure("page.read")
    .input(listInput(cspReportList))
    .query(({ ctx: { ctx }, input: { pages, directive, cursor } }) =>
      listCspReports(ctx, { pages, directives: directive, cursor: cursor ?? null, countMax: pageSize }),
    ),

  /** Compares the pages with the inventory now. Returns how many differ. */
  check: mutationProcedure("page.check")
    .input(checkPagesInput)
    .mutation(async ({ ctx: { ctx, audit } }) => {
      await audit.begin({});
      const findings = await checkPages(ctx);
      return { differing: findings.filter(({ result }) => result !== "equal").length };
    }),
});
