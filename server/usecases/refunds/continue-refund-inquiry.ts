import { getRefund } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { inquireRefund } from "./inquire-refund";

/**
 * Runs the refund's inquiry if it is due and returns when the next one is due (UTC), or null when the outcome is known.
 */
export async function continueRefundInquiry(
  ctx: Ctx,
  { refundId }: { refundId: string },
): Promise<{ nextInquiryAt: Date | null }> {
  await inquireRefund(ctx, { refundId });
  const { nextInquiryAt } = await getRefund(ctx.db, refundId);
  return { nextInquiryAt };
}
