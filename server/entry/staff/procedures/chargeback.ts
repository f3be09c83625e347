import { chargebackList, chargebackReasonInput, oneChargeback } from "@/server/domain/chargebacks/chargeback-inputs";
import { applyFilters } from "@/server/domain/lists";
import { answerChargeback } from "@/server/usecases/chargebacks/answer-chargeback";
import { getChargeback, listChargebacks } from "@/server/usecases/chargebacks/queries";
import { listInput } from "../../trpc/list-input";
import { mutationProcedure, queryProcedure, router } from "../door";

const rowsOnAPage = 50;

/** A procedure that records how a chargeback went on, with the reason for the audit log. */
const recordOutcome = (outcome: "contested" | "accepted" | "lost") =>
  mutationProcedure("chargeback.write")
    .input(chargebackReasonInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { reason, chargebackId } }) => {
      await audit.begin({ subject: chargebackId, detail: { reason } });
      const { partnerId } = await answerChargeback(ctx, { chargebackId, outcome, by: session.user.email });
      audit.note({ detail: { reason, partnerId } });
    });

/** Procedures of staff for the chargebacks of all accounts (D-401). The bank's files begin and return them. */
export const chargebackRouter = router({
  list: queryProcedure("chargeback.read")
    .input(listInput(chargebackList))
    .query(({ ctx: { ctx }, input: { cursor, sort: _sort, ...query } }) =>
      listChargebacks(ctx, {
        partnerId: null,
        filters: applyFilters(chargebackList, query, ctx.clock.now()),
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  get: queryProcedure("chargeback.read")
    .input(oneChargeback)
    .query(({ ctx: { ctx }, input }) => getChargeback(ctx, { ...input, partnerId: null })),

  /** The evidence was sent to the bank. */
  contest: recordOutcome("contested"),
  /** The merchant does not contest it. */
  accept: recordOutcome("accepted"),
  /** The bank decided for the buyer. */
  recordLost: recordOutcome("lost"),
});
