import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { lockPartnerShared } from "@/server/store/people/team";
import { findAnyRefundRequest } from "@/server/store/refunds/refund-requests";
import { asPartnerId } from "@/server/store/tenant";
import { requireActive } from "../account-guards";
import type { Ctx } from "../ctx";
import type { StartedRefund } from "./send-refund-and-wait";
import { approveRequest } from "./shared/approve-request";
import { hasEnoughDeciders } from "./shared/refund-deciders";
import { getWaitingRequest } from "./shared/waiting-request";

/** The stored decider of a request that the operator of the host approved. */
export const operatorName = "operator";

/**
 * Approves a refund request as the operator of the host, who is the second person while fewer than two members of the
 * account may decide on refunds (D-67). The caller writes the audit entry. Throws refund_not_found,
 * refund_request_decided, partner_not_active, second_person_required, validation_error for a missing reason, and the
 * errors of `startRefund`.
 */
export async function approveRefundAsOperator(
  ctx: Ctx,
  { requestId, reason }: { readonly requestId: string; readonly reason: string },
): Promise<StartedRefund> {
  if (reason.trim() === "") throw new AppError("validation_error", "No reason", { problem: problem("blank") });
  const found = await findAnyRefundRequest(ctx.db, requestId);
  if (!found) throw new AppError("refund_not_found");
  const partnerId = asPartnerId(found.partnerId);
  const request = await getWaitingRequest(ctx, { partnerId, requestId });
  requireActive(found.partner);
  return approveRequest(ctx, request, {
    decidedBy: operatorName,
    note: reason.trim(),
    async check(tx) {
      await lockPartnerShared(tx, partnerId);
      if (!(await hasEnoughDeciders(ctx, tx, partnerId))) return;
      throw new AppError("second_person_required", "Two members of the account may decide");
    },
  });
}
