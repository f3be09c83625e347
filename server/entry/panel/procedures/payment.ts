import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { mayInPanel } from "@/server/domain/people/access";
import { cursor } from "@/server/entry/trpc/trpc-fields";
import { getPayment } from "@/server/usecases/payments/get-payment";
import { getPaymentTimeline } from "@/server/usecases/payments/get-payment-timeline";
import { listPayments } from "@/server/usecases/payments/list-payments";
import { read, router } from "../door";
import { paymentFilters, toSelection } from "./payment-filters";

const byCode = z.object({ paymentCode: codeText(128) });

const rowsOnAPage = 50;

/** An account's payments: pages of them, one with all that became of it. */
export const paymentRouter = router({
  list: read("payment.read")
    .input(paymentFilters.extend({ cursor: cursor() }))
    .query(({ ctx: { ctx, session }, input: { cursor, ...input } }) =>
      listPayments(ctx, {
        partnerId: session.account.partnerId,
        ...toSelection(input),
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  /** With the instant at which it is shown: what is possible is so until another one. */
  get: read("payment.read")
    .input(byCode)
    .query(async ({ ctx: { ctx, session }, input }) => ({
      ...(await getPayment(ctx, { partnerId: session.account.partnerId, ...input })),
      now: ctx.clock.now(),
    })),

  timeline: read("payment.read")
    .input(byCode)
    .query(({ ctx: { ctx, session }, input }) =>
      getPaymentTimeline(ctx, {
        partnerId: session.account.partnerId,
        paymentCode: input.paymentCode,
        withDeliveries: mayInPanel(session.role, "webhook.read"),
      }),
    ),
});
