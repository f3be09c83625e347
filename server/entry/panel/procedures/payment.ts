import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { applyFilters } from "@/server/domain/lists";
import { paymentList } from "@/server/domain/payments/payment-list";
import { readPaymentSearch } from "@/server/domain/payments/payment-search";
import { mayInPanel } from "@/server/domain/people/access";
import { listInput } from "@/server/entry/trpc/list-input";
import { getPaymentTimeline } from "@/server/usecases/payments/get-payment-timeline";
import { listMovements } from "@/server/usecases/payments/movement-queries";
import { getPayment, listPayments } from "@/server/usecases/payments/queries";
import { queryProcedure, router } from "../door";

const byCode = z.object({ paymentCode: codeText(128) });

const rowsOnAPage = 50;

/** Procedures for an account's payments. */
export const paymentRouter = router({
  list: queryProcedure("payment.read")
    .input(listInput(paymentList))
    .query(({ ctx: { ctx, session }, input: { sort, cursor, ...query } }) => {
      const { search, ...filters } = applyFilters(paymentList, query, ctx.clock.now());
      return listPayments(ctx, {
        partnerId: session.account.partnerId,
        filters,
        search: search === null ? null : readPaymentSearch(search),
        sort,
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      });
    }),

  /** Returns a payment with the present time, because its refund options hold only until a certain instant. */
  get: queryProcedure("payment.read")
    .input(byCode)
    .query(async ({ ctx: { ctx, session }, input }) => ({
      ...(await getPayment(ctx, { partnerId: session.account.partnerId, ...input })),
      now: ctx.clock.now(),
    })),

  /** Lists the movements of a payment's money, each with where the money is. */
  movements: queryProcedure("payment.read")
    .input(byCode)
    .query(({ ctx: { ctx, session }, input }) =>
      listMovements(ctx, { partnerId: session.account.partnerId, ...input }),
    ),

  timeline: queryProcedure("payment.read")
    .input(byCode)
    .query(({ ctx: { ctx, session }, input }) =>
      getPaymentTimeline(ctx, {
        partnerId: session.account.partnerId,
        paymentCode: input.paymentCode,
        withDeliveries: mayInPanel(session.role, "webhook.read"),
      }),
    ),
});
