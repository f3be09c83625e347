import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { applyFilters } from "@/server/domain/lists";
import { payoutList } from "@/server/domain/payouts/payout-list";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { listInput } from "@/server/entry/trpc/list-input";
import { instant } from "@/server/entry/trpc/trpc-fields";
import { getDue, getPayout, listPayouts } from "@/server/usecases/payouts/queries";
import { listSettlements } from "@/server/usecases/payouts/settlement-queries";
import { queryProcedure, router } from "../door";

const byId = z.object({ payoutItemId: codeText(64) });

const rowsOnAPage = 50;

/** Procedures for the amounts that are due to an account, and for its payouts. */
export const payoutRouter = router({
  due: queryProcedure("payout.read").query(({ ctx: { ctx, session } }) =>
    getDue(ctx, { partnerId: session.account.partnerId }),
  ),

  /** Lists the settlements behind the sum of a day of `due`. */
  dueSettlements: queryProcedure("payout.read")
    .input(listInput(settlementList).extend({ dueAt: instant() }))
    .query(({ ctx: { ctx, session }, input: { dueAt, cursor, sort, ...query } }) =>
      listSettlements(ctx, {
        partnerId: session.account.partnerId,
        scope: { kind: "due", dueAt },
        filters: applyFilters(settlementList, query, ctx.clock.now()),
        sort,
        cursor: cursor ?? null,
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
    .input(listInput(settlementList).extend(byId.shape))
    .query(({ ctx: { ctx, session }, input: { payoutItemId, cursor, sort, ...query } }) =>
      listSettlements(ctx, {
        partnerId: session.account.partnerId,
        scope: { kind: "item", payoutItemId },
        filters: applyFilters(settlementList, query, ctx.clock.now()),
        sort,
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),
});
