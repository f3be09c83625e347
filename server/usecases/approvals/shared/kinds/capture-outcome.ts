import * as z from "zod";
import { AppError } from "@/server/domain/errors";
import { captureVerdicts } from "@/server/domain/payments/open-question";
import { settleCaptureManually } from "../../../captures/settle-capture-manually";
import { getDecidableCapture, requireVerdictFits } from "../../../captures/shared/decidable-capture";
import { defineChangeKind } from "../change-kind";
import { requireEvidence, toDeciders } from "../outcome-change";

/**
 * Ends an open capture as a person saw it at the bank (D-75, D-256). The subject is the payment's code. `check` throws
 * payment_not_found, and validation_error in the first 15 minutes, without evidence, where the outcome is known, and
 * where the verdict does not fit.
 */
export const captureOutcome = defineChangeKind({
  permission: "outcome.decide",
  payload: z.object({ verdict: z.enum(captureVerdicts) }),
  async check(ctx, { subject, payload: { verdict }, evidence }) {
    requireEvidence(evidence);
    const { status } = await getDecidableCapture(ctx, subject);
    if (status === "captured") throw new AppError("validation_error", "The bank has told meanwhile: it is captured");
    requireVerdictFits(status, verdict);
  },
  describe: async (ctx, { subject, payload: { verdict } }) => [
    { field: "capture", before: (await getDecidableCapture(ctx, subject)).status, after: verdict },
  ],
  async perform(ctx, change) {
    const { subject: paymentCode, payload, reason } = change;
    const evidence = requireEvidence(change.evidence);
    const decidedBy = await toDeciders(ctx, change);
    await settleCaptureManually(ctx, { paymentCode, verdict: payload.verdict, reason, evidence, decidedBy });
  },
});
