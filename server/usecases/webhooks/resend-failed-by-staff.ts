import { AppError } from "@/server/domain/errors";
import { findPartner } from "@/server/store/accounts/partners";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import type { FailedCount } from "./queries";
import { resendFailedDeliveries } from "./resend-failed-deliveries";
import { withMerchantAudit } from "./shared/merchant-audit";

export interface ResendFailedByStaffInput {
  readonly partnerId: string;
  /** Only deliveries created from this instant on (UTC) are sent again. */
  readonly since: Date;
  readonly staffId: string;
  readonly sourceIp: string;
}

/**
 * Sends an account's failed deliveries again on behalf of staff (D-35), and records it in the account's own audit log
 * (S36). Returns how many will be sent. Throws not_found.
 */
export async function resendFailedByStaff(ctx: Ctx, input: ResendFailedByStaffInput): Promise<FailedCount> {
  const { partnerId, since, staffId, sourceIp } = input;
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found", `No account ${partnerId}`);
  const detail = { since: since.toISOString() };
  return withMerchantAudit(
    ctx,
    { partnerId, staffId, sourceIp, action: "webhook.resendFailed", subject: null, detail },
    () => resendFailedDeliveries(ctx, { partnerId: asPartnerId(partnerId), since, types: [] }),
  );
}
