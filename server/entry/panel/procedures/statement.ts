import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { checkedText } from "@/server/domain/fields";
import type { ListFilters } from "@/server/domain/lists";
import { readMonth } from "@/server/domain/statements/months";
import { statementList, toStatementSpan } from "@/server/domain/statements/statement-list";
import { listInput } from "@/server/entry/trpc/list-input";
import { closeMonth } from "@/server/usecases/statements/close-month";
import { getFrozenMonth, listMonthObstacles, listStatementMonths } from "@/server/usecases/statements/month-queries";
import { getStatement, listStatementPage } from "@/server/usecases/statements/queries";
import { mutationProcedure, queryProcedure, router } from "../door";

const byMonth = z.object({ month: checkedText((text) => (readMonth(text) === null ? problem("invalid") : null)) });

const rowsOnAPage = 50;

const toSelection = ({ moved, book, kind, terminal }: ListFilters<typeof statementList>, now: Date) => ({
  book: book ?? "collected",
  ...toStatementSpan(moved, now),
  kinds: kind,
  terminalId: terminal,
});

/** Procedures for an account's statement and its months (D-398). */
export const statementRouter = router({
  /** Returns the days of the statement with its balances and totals. */
  figures: queryProcedure("payout.read")
    .input(listInput(statementList))
    .query(async ({ ctx: { ctx, session }, input }) => {
      const selection = toSelection(input, ctx.clock.now());
      const figures = await getStatement(ctx, { partnerId: session.account.partnerId, ...selection });
      const { book, from, to, isCut } = selection;
      return { ...figures, book, from, to, isCut, asOf: ctx.clock.now() };
    }),

  lines: queryProcedure("payout.read")
    .input(listInput(statementList))
    .query(({ ctx: { ctx, session }, input: { cursor, ...query } }) =>
      listStatementPage(ctx, {
        partnerId: session.account.partnerId,
        ...toSelection(query, ctx.clock.now()),
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  months: queryProcedure("payout.read").query(({ ctx: { ctx, session } }) =>
    listStatementMonths(ctx, { partnerId: session.account.partnerId }),
  ),

  /** Returns a closed month with what it was frozen with. */
  month: queryProcedure("payout.read")
    .input(byMonth)
    .query(({ ctx: { ctx, session }, input }) =>
      getFrozenMonth(ctx, { partnerId: session.account.partnerId, month: input.month }),
    ),

  /** Lists the captures and refunds of unknown outcome that keep a month open. */
  obstacles: queryProcedure("payout.read")
    .input(byMonth)
    .query(({ ctx: { ctx, session }, input }) =>
      listMonthObstacles(ctx, { partnerId: session.account.partnerId, month: input.month }),
    ),

  closeMonth: mutationProcedure("month.close")
    .input(byMonth)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { month } }) => {
      await audit.begin({ subject: month });
      const { account, user } = session;
      await closeMonth(ctx, { partnerId: account.partnerId, userId: user.id, month });
    }),
});
