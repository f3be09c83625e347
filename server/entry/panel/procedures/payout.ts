import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { applyFilters } from "@/server/domain/lists";
import { payoutList } from "@/server/domain/payouts/payout-list";
import { listInput } from "@/server/entry/trpc/list-input";
import { cursor, instant } from "@/server/entry/trpc/trpc-fields";
import { getDue, getPayout, listPayouts, listSettlements } from "@/server/usecases/payouts/queries";
import { queryProcedure, router } from "../door";

const byId = z.object({ payoutItemId: codeText(64) });

const rowsOnAPage = 50;

/** Procedures for the amounts that are due to an account, and for its payouts. */
export const payoutRouter = router({
  due: queryProcedure("payout.read").query(({ ctx: { ctx, session } }) =>
    getDue(ctx, { partnerId: session.account.partnerId }),
  ),

  /** Lists the settlements behind the sums of `due`, of one day or of all days. */
  dueSettlements: queryProcedure("payout.read")
    .input(z.object({ dueAt: instant().nullable(), cursor: cursor() }))
    .query(({ ctx: { ctx, session }, input }) =>
      listSettlements(ctx, {
        partnerId: session.account.partnerId,
        scope: { kind: "due", dueAt: input.dueAt },
        cursor: input.cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  list: queryProcedure("payout.read")
    .input(listInput(payoutList))
    .query(({ ctx: { ctx, session }, input: { cursor, sort: _sort, ...query } }) =>
      listPayouts(ctx, {
        partnerId: session.account.partnerId,
        filters: applyFilters(payoutList, query, ctx.clock.now()),
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  get: queryProcedure("payout.read")
    .input(byId)
    .query(({ ctx: { ctx, session }, input }) => getPayout(ctx, { partnerId: session.account.partnerId, ...input })),

  /** Lists the settlements of a payout. */
  settlements: queryProcedure("payout.read")
    .input(byId.extend({ cursor: cursor() }))
    .query(({ ctx: { ctx, session }, input: { payoutItemId, cursor } }) =>
      listSettlements(ctx, {
        partnerId: session.account.partnerId,
        scope: { kind: "item", payoutItemId },
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),
});
