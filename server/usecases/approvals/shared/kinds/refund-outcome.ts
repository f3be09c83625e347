import * as z from "zod";
import { AppError } from "@/server/domain/errors";
import { refundVerdicts } from "@/server/domain/payments/open-question";
import { settleRefundManually } from "../../../refunds/settle-refund-manually";
import { getDecidableRefund } from "../../../refunds/shared/decidable-refund";
import { defineChangeKind } from "../change-kind";
import { requireEvidence } from "../outcome-change";

/**
 * Ends a pending refund as a person saw it at the bank (D-46, D-256); sends nothing. The subject is the refund's id.
 * `check` throws not_found, refund_in_progress in the first 15 minutes, and validation_error without evidence and where
 * the outcome is known.
 */
export const refundOutcome = defineChangeKind({
  permission: "outcome.decide",
  payload: z.object({ verdict: z.enum(refundVerdicts) }),
  async check(ctx, { subject, evidence }) {
    requireEvidence(evidence);
    const { status } = await getDecidableRefund(ctx, subject);
    if (status !== "pending") throw new AppError("validation_error", `The bank has told meanwhile: it is ${status}`);
  },
  describe: async (ctx, { subject, payload: { verdict } }) => [
    { field: "refund", before: (await getDecidableRefund(ctx, subject)).status, after: verdict },
  ],
  async perform(ctx, { subject: refundId, payload: { verdict: outcome } }) {
    await settleRefundManually(ctx, { refundId, outcome });
  },
});
