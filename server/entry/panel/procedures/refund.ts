import { z } from "zod";
import { choice, codeText, freeText, listOf, optional } from "@/server/domain/fields";
import { jsonAmount, maxAmountKurus } from "@/server/domain/money";
import { askedMethods } from "@/server/domain/refunds/refund-approval";
import { refundRequestStates } from "@/server/domain/states";
import { cursor, kurus } from "@/server/entry/trpc/trpc-fields";
import { approveRefund, rejectRefund, withdrawRefund } from "@/server/usecases/refunds/decide-on-refund";
import {
  countRefundsToDecide,
  findRefundInWaiting,
  listRefundRequests,
} from "@/server/usecases/refunds/list-refund-requests";
import { getRefundLimit, setRefundLimit } from "@/server/usecases/refunds/refund-limit";
import { requestRefund } from "@/server/usecases/refunds/request-refund";
import { act, read, router } from "../door";

const paymentCode = codeText(128);
const requestId = z.object({ requestId: codeText(64) });
const reason = optional(freeText(500));
/** Nothing: every refund wants a second person; null: none does. */
const limit = z.bigint().min(0n).max(maxAmountKurus).nullable();

const rowsOnAPage = 25;

/** Refunds from the panel, and those of them that want a second person (S32). */
export const refundRouter = router({
  /** Refunds a payment, or puts the refund before a second person; once for each key. An amount of null is all that is left. */
  start: act("refund.start")
    .input(
      z.object({
        key: z.uuid(),
        paymentCode,
        amount: kurus().nullable(),
        method: choice(askedMethods),
        reason,
      }),
    )
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { key, amount, method, reason } = input;
      const detail = { amount: amount === null ? null : jsonAmount(amount), method };
      await audit.begin({ subject: input.paymentCode, detail });
      const made = await requestRefund(ctx, {
        account: session.account,
        userId: session.user.id,
        key,
        paymentCode: input.paymentCode,
        amountKurus: amount,
        method,
        reason: reason?.trim() || null,
      });
      const became = made.kind === "started" ? { refundId: made.refundId } : { requestId: made.requestId };
      audit.note({ detail: { ...detail, ...became, ...(made.kind === "started" && { by: made.method }) } });
      return made;
    }),

  /** The request that waits for a decision about a payment, or null. */
  waiting: read("payment.read")
    .input(z.object({ paymentCode }))
    .query(({ ctx: { ctx, session }, input }) =>
      findRefundInWaiting(ctx, {
        partnerId: session.account.partnerId,
        userId: session.user.id,
        paymentCode: input.paymentCode,
      }),
    ),

  list: read("refund.decide")
    .input(z.object({ statuses: listOf(choice(refundRequestStates), 0, 10), cursor: cursor() }))
    .query(({ ctx: { ctx, session }, input }) =>
      listRefundRequests(ctx, {
        partnerId: session.account.partnerId,
        userId: session.user.id,
        statuses: input.statuses,
        cursor: input.cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  /** How many wait for whoever asks. */
  toDecide: read("refund.decide").query(({ ctx: { ctx, session } }) =>
    countRefundsToDecide(ctx, { partnerId: session.account.partnerId, userId: session.user.id }),
  ),

  approve: act("refund.decide", { isWeighty: true })
    .input(requestId)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.requestId });
      const { account, user } = session;
      const made = await approveRefund(ctx, { account, userId: user.id, ...input });
      audit.note({ detail: { refundId: made.refundId, by: made.method } });
      return made;
    }),

  reject: act("refund.decide")
    .input(requestId.extend({ note: reason }))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.requestId });
      const { account, user } = session;
      const note = input.note?.trim() || null;
      await rejectRefund(ctx, { account, userId: user.id, requestId: input.requestId, note });
    }),

  withdraw: act("refund.start")
    .input(requestId)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.requestId });
      await withdrawRefund(ctx, { account: session.account, userId: session.user.id, ...input });
    }),

  limit: read("refund.start").query(({ ctx: { ctx, session } }) =>
    getRefundLimit(ctx, { partnerId: session.account.partnerId, userId: session.user.id }),
  ),

  setLimit: act("refund.limit", { isWeighty: true })
    .input(z.object({ limit }))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { partnerId } = session.account;
      const detail = { limit: input.limit === null ? null : jsonAmount(input.limit) };
      await audit.begin({ subject: partnerId, detail });
      return setRefundLimit(ctx, { partnerId, limitKurus: input.limit });
    }),
});
