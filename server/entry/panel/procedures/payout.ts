import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { checkedText, codeText } from "@/server/domain/fields";
import { applyFilters } from "@/server/domain/lists";
import { readCalendarMonth } from "@/server/domain/payouts/calendar-month";
import { payoutList } from "@/server/domain/payouts/payout-list";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { listInput } from "@/server/entry/trpc/list-input";
import { instant } from "@/server/entry/trpc/trpc-fields";
import { getPayoutCalendar } from "@/server/usecases/payouts/calendar-queries";
import { getDue, getPayout, listPayouts } from "@/server/usecases/payouts/queries";
import { listPayoutSettlements, listSettlements } from "@/server/usecases/payouts/settlement-queries";
import { queryProcedure, router } from "../door";

const calendarMonth = checkedText((text) => (readCalendarMonth(text) === null ? problem("invalid") : null));

const byId = z.object({ payoutId: codeText(64) });

const rowsOnAPage = 50;

/** Procedures for the amounts that are due to an account, and for its payouts. */
export const payoutRouter = router({
  due: queryProcedure("payout.read").query(({ ctx: { ctx, session } }) =>
    getDue(ctx, { partnerId: session.account.partnerId }),
  ),

  /** Returns the days of a month with what the account gets on them; null for the present month. */
  calendar: queryProcedure("payout.read")
    .input(z.object({ month: calendarMonth.nullable() }))
    .query(({ ctx: { ctx, session }, input }) =>
      getPayoutCalendar(ctx, { partnerId: session.account.partnerId, ...input }),
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

  /** Lists the settlements that were carried over and wait for the next payout. */
  carriedSettlements: queryProcedure("payout.read")
    .input(listInput(settlementList))
    .query(({ ctx: { ctx, session }, input: { cursor, sort, ...query } }) =>
      listSettlements(ctx, {
        partnerId: session.account.partnerId,
        scope: { kind: "carried" },
        filters: applyFilters(settlementList, query, ctx.clock.now()),
        sort,
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  /** Lists the settlements of a payout: of its day, or those that were brought in from earlier days. */
  settlements: queryProcedure("payout.read")
    .input(listInput(settlementList).extend({ ...byId.shape, part: z.enum(["lines", "carried"]) }))
    .query(({ ctx: { ctx, session }, input: { payoutId, part, cursor, sort, ...query } }) =>
      listPayoutSettlements(ctx, {
        partnerId: session.account.partnerId,
        payoutId,
        part,
        filters: applyFilters(settlementList, query, ctx.clock.now()),
        sort,
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),
});
