import { z } from "zod";
import { auditList } from "@/server/domain/audit/audit-list";
import { applyFilters } from "@/server/domain/lists";
import { listInput } from "@/server/entry/trpc/list-input";
import { listActors, listAudit } from "@/server/usecases/audit/queries";
import { queryProcedure, router } from "../door";

const rowsOnAPage = 50;

/** The cursor is the number of the last entry of the previous page. */
const input = listInput(auditList).extend({
  cursor: z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .nullish(),
});

/** Procedures that read an account's audit log (S36). */
export const auditRouter = router({
  list: queryProcedure("audit.read")
    .input(input)
    .query(({ ctx: { ctx, session }, input: { cursor, sort: _sort, ...query } }) => {
      const { actorId, area, at } = applyFilters(auditList, query, ctx.clock.now());
      return listAudit(ctx, {
        partnerId: session.account.partnerId,
        countMax: rowsOnAPage,
        actorId,
        area,
        from: at?.from ?? null,
        until: at?.to ?? null,
        before: cursor ? BigInt(cursor) : null,
      });
    }),

  /** Lists the people who are or were members of the account. */
  people: queryProcedure("audit.read").query(({ ctx: { ctx, session } }) =>
    listActors(ctx, { partnerId: session.account.partnerId }),
  ),
});
