import { jsonAmount } from "@/server/domain/money";
import { newRefundInput, refundLimitInput, rejectionInput } from "@/server/domain/refunds/refund-inputs";
import { refundRequestList, statusesByView } from "@/server/domain/refunds/refund-request-list";
import { listInput } from "@/server/entry/trpc/list-input";
import { approveRefundRequest } from "@/server/usecases/refunds/approve-refund-request";
import {
  countRefundsToDecide,
  findWaitingRefundRequest,
  getRefundLimit,
  listRefundRequests,
} from "@/server/usecases/refunds/queries";
import { rejectRefundRequest } from "@/server/usecases/refunds/reject-refund-request";
import { requestPanelRefund } from "@/server/usecases/refunds/request-panel-refund";
import { setRefundLimit } from "@/server/usecases/refunds/set-refund-limit";
import { withdrawRefundRequest } from "@/server/usecases/refunds/withdraw-refund-request";
import { mutationProcedure, queryProcedure, router } from "../door";

const byPayment = newRefundInput.pick({ paymentCode: true });
const byRequest = rejectionInput.pick({ requestId: true });

const rowsOnAPage = 25;

/** Procedures for refunds in the panel, and for the approval of those that need a second person (S32). */
export const refundRouter = router({
  /**
   * Starts a refund, or creates a request for it where it needs a second person. `key` is the idempotency key: a retry
   * with it returns the first outcome. An amount of null refunds all that is left.
   */
  start: mutationProcedure("refund.start")
    .input(newRefundInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { key, amount, method, reason } = input;
      const detail = { amount: amount === null ? null : jsonAmount(amount), method };
      await audit.begin({ subject: input.paymentCode, detail });
      const result = await requestPanelRefund(ctx, {
        account: session.account,
        userId: session.user.id,
        key,
        paymentCode: input.paymentCode,
        amountKurus: amount,
        method,
        reason: reason?.trim() || null,
      });
      const created = result.kind === "started" ? { refundId: result.refundId } : { requestId: result.requestId };
      audit.note({
        detail: { ...detail, ...created, ...(result.kind === "started" && { by: result.method }) },
      });
      return result;
    }),

  /** Finds the request that waits for a decision about a payment; null when there is none. */
  waiting: queryProcedure("payment.read")
    .input(byPayment)
    .query(({ ctx: { ctx, session }, input }) =>
      findWaitingRefundRequest(ctx, {
        partnerId: session.account.partnerId,
        userId: session.user.id,
        paymentCode: input.paymentCode,
      }),
    ),

  list: queryProcedure("refund.read")
    .input(listInput(refundRequestList))
    .query(({ ctx: { ctx, session }, input }) =>
      listRefundRequests(ctx, {
        partnerId: session.account.partnerId,
        userId: session.user.id,
        statuses: statusesByView[input.view ?? "waiting"],
        cursor: input.cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  /** Counts the requests on which the user may decide. */
  toDecide: queryProcedure("refund.read").query(({ ctx: { ctx, session } }) =>
    countRefundsToDecide(ctx, { partnerId: session.account.partnerId, userId: session.user.id }),
  ),

  approve: mutationProcedure("refund.decide", { requiresReauthentication: true })
    .input(byRequest)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.requestId });
      const { account, user } = session;
      const result = await approveRefundRequest(ctx, { account, userId: user.id, ...input });
      audit.note({ detail: { refundId: result.refundId, by: result.method } });
      return result;
    }),

  reject: mutationProcedure("refund.decide")
    .input(rejectionInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.requestId });
      const { account, user } = session;
      const note = input.note?.trim() || null;
      await rejectRefundRequest(ctx, { account, userId: user.id, requestId: input.requestId, note });
    }),

  withdraw: mutationProcedure("refund.start")
    .input(byRequest)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.requestId });
      await withdrawRefundRequest(ctx, { account: session.account, userId: session.user.id, ...input });
    }),

  limit: queryProcedure("refund.read").query(({ ctx: { ctx, session } }) =>
    getRefundLimit(ctx, { partnerId: session.account.partnerId, userId: session.user.id }),
  ),

  setLimit: mutationProcedure("refund.limit", { requiresReauthentication: true })
    .input(refundLimitInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { partnerId } = session.account;
      const { limit, inApi } = input;
      const detail = { limit: limit === null ? null : jsonAmount(limit), ...(inApi !== null && { inApi }) };
      await audit.begin({ subject: partnerId, detail });
      return setRefundLimit(ctx, { partnerId, limitKurus: limit, inApi });
    }),
});
