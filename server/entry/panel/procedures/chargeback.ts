import { chargebackList, chargebackStatementInput, oneChargeback } from "@/server/domain/chargebacks/chargeback-inputs";
import { applyFilters } from "@/server/domain/lists";
import { listInput } from "@/server/entry/trpc/list-input";
import { answerChargeback } from "@/server/usecases/chargebacks/answer-chargeback";
import { getChargeback, listChargebacks } from "@/server/usecases/chargebacks/queries";
import { writeChargebackStatement } from "@/server/usecases/chargebacks/write-chargeback-statement";
import { mutationProcedure, queryProcedure, router } from "../door";

const rowsOnAPage = 50;

/** Procedures of a merchant for the chargebacks of its payments (D-401). */
export const chargebackRouter = router({
  list: queryProcedure("chargeback.read")
    .input(listInput(chargebackList))
    .query(({ ctx: { ctx, session }, input: { cursor, sort: _sort, ...query } }) =>
      listChargebacks(ctx, {
        partnerId: session.account.partnerId,
        filters: applyFilters(chargebackList, query, ctx.clock.now()),
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  get: queryProcedure("chargeback.read")
    .input(oneChargeback)
    .query(({ ctx: { ctx, session }, input }) =>
      getChargeback(ctx, { ...input, partnerId: session.account.partnerId }),
    ),

  /** Stores what the merchant says, for the evidence file. */
  writeStatement: mutationProcedure("chargeback.write")
    .input(chargebackStatementInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.chargebackId });
      await writeChargebackStatement(ctx, { ...input, partnerId: session.account.partnerId });
    }),

  /** Leaves the money to the buyer, so nothing is sent to the bank. */
  accept: mutationProcedure("chargeback.write")
    .input(oneChargeback)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.chargebackId });
      const by = { by: session.user.email, partnerId: session.account.partnerId };
      await answerChargeback(ctx, { ...input, outcome: "accepted", ...by });
    }),
});
