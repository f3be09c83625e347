import { partnerAuditList, staffAuditList } from "@/server/domain/audit/staff-audit-list";
import { applyFilters } from "@/server/domain/lists";
import { onePartner } from "@/server/domain/partners/profile-inputs";
import { listInput } from "@/server/entry/trpc/list-input";
import { getExistingPartnerId } from "@/server/usecases/accounts/queries";
import { listStaffAudit } from "@/server/usecases/audit/staff-audit-queries";
import { verifyAudit } from "@/server/usecases/audit/verify-audit";
import { getUnknownSignIns } from "@/server/usecases/people/failed-sign-in-queries";
import { queryProcedure, router } from "../door";

const rowsOnAPage = 50;

/** Procedures that read the audit logs of the staff and of all merchants (S36). */
export const auditRouter = router({
  list: queryProcedure("audit.read")
    .input(listInput(staffAuditList))
    .query(({ ctx: { ctx }, input: { cursor, sort: _sort, ...query } }) => {
      const { at, ...filters } = applyFilters(staffAuditList, query, ctx.clock.now());
      return listStaffAudit(ctx, {
        ...filters,
        account: null,
        from: at?.from ?? null,
        until: at?.to ?? null,
        before: cursor ?? null,
        countMax: rowsOnAPage,
      });
    }),

  /** Lists the actions of one merchant's own log, and those of staff whose record is the merchant. */
  ofPartner: queryProcedure("audit.read")
    .input(listInput(partnerAuditList).extend(onePartner.shape))
    .query(async ({ ctx: { ctx }, input: { cursor, sort: _sort, partnerId, ...query } }) => {
      const account = await getExistingPartnerId(ctx, { partnerId });
      const { at, ...filters } = applyFilters(partnerAuditList, query, ctx.clock.now());
      const span = { from: at?.from ?? null, until: at?.to ?? null };
      const page = { before: cursor ?? null, countMax: rowsOnAPage };
      return listStaffAudit(ctx, { ...filters, ...span, ...page, scope: null, account });
    }),

  /** Returns the refused sign-ins with addresses of no user. */
  unknownSignIns: queryProcedure("audit.read").query(({ ctx: { ctx } }) => getUnknownSignIns(ctx)),

  /** Computes the chains of all logs again. It reads every entry, so a page asks for it by a button only. */
  verify: queryProcedure("audit.read").query(async ({ ctx: { ctx } }) => {
    const logs = await verifyAudit(ctx);
    return {
      logs: logs.length,
      entries: logs.reduce((sum, { count }) => sum + count, 0n),
      head: logs.find(({ scope }) => scope === "staff")?.head ?? null,
      broken: logs.flatMap(({ scope, brokenAt }) => (brokenAt === null ? [] : [{ scope, brokenAt }])),
    };
  }),
});
