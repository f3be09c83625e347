import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { choice, codeText, freeText, optional } from "@/server/domain/fields";
import { type PaymentFilters, paymentSources, refundedStates } from "@/server/domain/payments/payment-filters";
import { holdsCardNumber, readPaymentSearch, searchMax } from "@/server/domain/payments/payment-search";
import { mayInPanel } from "@/server/domain/people/access";
import { paymentStates } from "@/server/domain/states";
import { cursor, instant, kurus } from "@/server/entry/trpc/trpc-fields";
import { getPaymentTimeline } from "@/server/usecases/payments/get-payment-timeline";
import { getPayment, listPayments } from "@/server/usecases/payments/queries";
import { queryProcedure, router } from "../door";

/** The filters of the list of payments. Amounts are in kuruş. */
const paymentFilters = z.object({
  search: optional(freeText(searchMax).refine((text) => !holdsCardNumber(text), problem("card_number"))),
  status: optional(choice(paymentStates)),
  refunded: optional(choice(refundedStates)),
  source: optional(choice(paymentSources)),
  terminalId: optional(codeText(64)),
  amountFromKurus: optional(kurus()),
  amountToKurus: optional(kurus()),
  createdFrom: optional(instant()),
  createdTo: optional(instant()),
});

const toSelection = ({ search, ...filters }: z.output<typeof paymentFilters>) => ({
  filters: filters satisfies PaymentFilters,
  search: search === null ? null : readPaymentSearch(search),
});

const byCode = z.object({ paymentCode: codeText(128) });

const rowsOnAPage = 50;

/** Procedures for an account's payments. */
export const paymentRouter = router({
  list: queryProcedure("payment.read")
    .input(paymentFilters.extend({ cursor: cursor() }))
    .query(({ ctx: { ctx, session }, input: { cursor, ...input } }) =>
      listPayments(ctx, {
        partnerId: session.account.partnerId,
        ...toSelection(input),
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  /** Returns a payment with the present time, because its refund options hold only until a certain instant. */
  get: queryProcedure("payment.read")
    .input(byCode)
    .query(async ({ ctx: { ctx, session }, input }) => ({
      ...(await getPayment(ctx, { partnerId: session.account.partnerId, ...input })),
      now: ctx.clock.now(),
    })),

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
