import { AppError } from "@/server/domain/errors";
import type { DeliveryAttemptResult } from "@/server/domain/webhooks/delivery";
import { findPartner } from "@/server/store/accounts/partners";
import type { Ctx } from "../ctx";
import { resendDelivery } from "./resend-delivery";
import { withMerchantAudit } from "./shared/merchant-audit";

export interface ResendDeliveryByStaffInput {
  readonly partnerId: string;
  readonly deliveryId: string;
  readonly staffId: string;
  readonly sourceIp: string;
}

/**
 * Sends one delivery of an account again on behalf of staff (D-35), and records it in the account's own audit log
 * (S36). Throws not_found.
 */
export async function resendDeliveryByStaff(
  ctx: Ctx,
  { partnerId, deliveryId, staffId, sourceIp }: ResendDeliveryByStaffInput,
): Promise<DeliveryAttemptResult> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found", `No account ${partnerId}`);
  const action = { partnerId, staffId, sourceIp, action: "webhook.resend", subject: deliveryId, detail: {} };
  return withMerchantAudit(ctx, action, () => resendDelivery(ctx, { partnerId, deliveryId }));
}
