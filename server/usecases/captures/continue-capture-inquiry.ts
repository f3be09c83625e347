import { getAttempt } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";
import { inquireCapture } from "./inquire-capture";

/**
 * Runs the next inquiry of a capture of unknown outcome, if it is due. Returns when the following inquiry is due; null
 * once the outcome is known. The background job repeats this call until then.
 */
export async function continueCaptureInquiry(
  ctx: Ctx,
  { attemptId }: { attemptId: string },
): Promise<{ nextInquiryAt: Date | null }> {
  await inquireCapture(ctx, { attemptId });
  const { nextInquiryAt } = await getAttempt(ctx.db, attemptId);
  return { nextInquiryAt };
}
