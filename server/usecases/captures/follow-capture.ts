import { getAttempt } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";
import { inquireCapture } from "./inquire-capture";

/** Inquires a capture whose outcome is unknown, if that is due; answers when it is due again, null when it is known. */
export async function followCapture(
  ctx: Ctx,
  { attemptId }: { attemptId: string },
): Promise<{ nextInquiryAt: Date | null }> {
  await inquireCapture(ctx, { attemptId });
  const { nextInquiryAt } = await getAttempt(ctx.db, attemptId);
  return { nextInquiryAt };
}
