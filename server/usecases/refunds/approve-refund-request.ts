import { requireActive } from "../account-guards";
import type { Ctx } from "../ctx";
import type { StartedRefund } from "./send-refund-and-wait";
import { approveRequest } from "./shared/approve-request";
import { requireSecondMember } from "./shared/refund-deciders";
import { type DecideRefundRequestInput, getWaitingRequestOfOther } from "./shared/waiting-request";

/**
 * Life of a refund, step 1 (second person): approves another user's request and starts the refund (S32, D-67). Throws
 * refund_not_found, own_refund_request, refund_request_decided, partner_not_active, access_denied,
 * second_person_required (D-67) and the errors of `startRefund`.
 */
export async function approveRefundRequest(ctx: Ctx, input: DecideRefundRequestInput): Promise<StartedRefund> {
  const request = await getWaitingRequestOfOther(ctx, input);
  requireActive(input.account);
  const { partnerId } = input.account;
  const { requestedBy } = request;
  return approveRequest(ctx, request, {
    decidedBy: input.userId,
    check: (tx) => requireSecondMember(ctx, tx, { partnerId, userId: input.userId, requestedBy }),
  });
}
