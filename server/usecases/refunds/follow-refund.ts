import { getRefund } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { inquireRefund } from "./inquire-refund";

/** Inquires a refund whose outcome is unknown, if that is due; answers when it is due again, null when it is known. */
export async function followRefund(
  ctx: Ctx,
  { refundId }: { refundId: string },
): Promise<{ nextInquiryAt: Date | null }> {
  await inquireRefund(ctx, { refundId });
  const { nextInquiryAt } = await getRefund(ctx.db, refundId);
  return { nextInquiryAt };
}
