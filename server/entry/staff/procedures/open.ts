import {
  newCorrectionInput,
  oneCorrectionInput,
  rejectCorrectionInput,
} from "@/server/domain/corrections/correction-inputs";
import { decimalText } from "@/server/domain/money";
import { captureOutcomeInput, inquireInput, refundOutcomeInput } from "@/server/domain/payments/open-question";
import { proposeChange } from "@/server/usecases/approvals/propose-change";
import { approveCorrection } from "@/server/usecases/corrections/approve-correction";
import { proposeCorrection } from "@/server/usecases/corrections/propose-correction";
import { rejectCorrection } from "@/server/usecases/corrections/reject-correction";
import { inquireNow } from "@/server/usecases/operations/inquire-now";
import {
  getPartnerOfPayment,
  getPartnerOfRefund,
  listOpenQuestions,
} from "@/server/usecases/operations/open-question-queries";
import { mutationProcedure, queryProcedure, router } from "../door";

/** Corrections change the books, so the person confirms who they are first (S32). */
const correctionProcedure = () => mutationProcedure("books.correct", { requiresReauthentication: true });

/** A decision on an outcome moves money, so the person confirms who they are first. */
const outcomeProcedure = () => mutationProcedure("outcome.decide", { requiresReauthentication: true });

/**
 * Procedures of staff for open questions about money: unknown outcomes, held payments and corrections (D-75, D-256).
 */
export const openRouter = router({
  list: queryProcedure("payment.read").query(({ ctx: { ctx } }) => listOpenQuestions(ctx)),

  /** Asks the bank once, now. */
  inquire: mutationProcedure("payment.inquire")
    .input(inquireInput)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      await audit.begin({ subject: input.id, detail: { kind: input.kind } });
      const result = await inquireNow(ctx, input);
      audit.note({ detail: { kind: input.kind, result } });
      return { result };
    }),

  /** Proposes how an open capture ended at the bank; a second person decides under approvals. */
  proposeCapture: outcomeProcedure()
    .input(captureOutcomeInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { paymentCode: subject, verdict, reason, evidence } }) => {
      await audit.begin({ subject, detail: { verdict, reason, evidence } });
      const proposal = { subject, payload: { verdict }, reason, evidence, staffId: session.user.id };
      const partnerId = await getPartnerOfPayment(ctx, { paymentCode: subject });
      const { changeId } = await proposeChange(ctx, { kind: "capture_outcome", partnerId, ...proposal });
      audit.note({ detail: { verdict, reason, evidence, changeId } });
      return { changeId };
    }),

  /** Proposes how a pending refund ended at the bank; a second person decides under approvals. */
  proposeRefund: outcomeProcedure()
    .input(refundOutcomeInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { refundId: subject, verdict, reason, evidence } }) => {
      await audit.begin({ subject, detail: { verdict, reason, evidence } });
      const proposal = { subject, payload: { verdict }, reason, evidence, staffId: session.user.id };
      const partnerId = await getPartnerOfRefund(ctx, { refundId: subject });
      const { changeId } = await proposeChange(ctx, { kind: "refund_outcome", partnerId, ...proposal });
      audit.note({ detail: { verdict, reason, evidence, changeId } });
      return { changeId };
    }),

  proposeCorrection: correctionProcedure()
    .input(newCorrectionInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { paymentCode, kind, amountKurus, refundId, reason, evidence } = input;
      const detail = { kind, amount: decimalText(amountKurus), refund: refundId, reason, evidence };
      await audit.begin({ subject: paymentCode, detail });
      const correctionId = await proposeCorrection(ctx, { ...input, by: { staffId: session.user.id } });
      audit.note({ detail: { ...detail, correctionId } });
      return { correctionId };
    }),

  approveCorrection: correctionProcedure()
    .input(oneCorrectionInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { correctionId } }) => {
      await audit.begin({ subject: correctionId });
      const { paymentId, kind, amount } = await approveCorrection(ctx, {
        correctionId,
        by: { staffId: session.user.id },
      });
      audit.note({ detail: { paymentCode: paymentId, kind, amount: decimalText(amount) } });
    }),

  rejectCorrection: correctionProcedure()
    .input(rejectCorrectionInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { correctionId, reason } }) => {
      await audit.begin({ subject: correctionId, detail: { reason } });
      await rejectCorrection(ctx, { correctionId, reason, by: { staffId: session.user.id } });
    }),
});
