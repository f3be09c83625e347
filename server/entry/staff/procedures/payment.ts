import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { applyFilters } from "@/server/domain/lists";
import { allPaymentList } from "@/server/domain/payments/all-payment-list";
import { readAllPaymentSearch } from "@/server/domain/payments/all-payment-search";
import {
  getStaffPayment,
  getStaffPaymentTimeline,
  listPaymentMessages,
} from "@/server/usecases/operations/staff-payment-queries";
import { listAllPayments } from "@/server/usecases/payments/all-payments-queries";
import { listInput } from "../../trpc/list-input";
import { queryProcedure, router } from "../door";

const onePayment = z.object({ paymentCode: codeText(64) });

/** The payments on a page of the list. */
const pageSize = 50;

/** Procedures of staff for the payments of all accounts. */
export const paymentRouter = router({
  list: queryProcedure("payment.read")
    .input(listInput(allPaymentList))
    .query(({ ctx: { ctx }, input: { sort: _sort, cursor, ...query } }) => {
      const { search, ...filters } = applyFilters(allPaymentList, query, ctx.clock.now());
      return listAllPayments(ctx, {
        filters,
        search: search === null ? null : readAllPaymentSearch(search),
        cursor: cursor ?? null,
        countMax: pageSize,
      });
    }),

  get: queryProcedure("payment.read")
    .input(onePayment)
    .query(({ ctx: { ctx }, input }) => getStaffPayment(ctx, input)),

  timeline: queryProcedure("payment.read")
    .input(onePayment)
    .query(({ ctx: { ctx }, input }) => getStaffPaymentTimeline(ctx, input)),

  /** Lists the redacted messages between the terminal and its bank about a payment. */
  messages: queryProcedure("payment.read")
    .input(onePayment)
    .query(({ ctx: { ctx }, input }) => listPaymentMessages(ctx, input)),
});
