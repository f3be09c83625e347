import { isIdOf } from "@/server/domain/ids";
import { approveChange } from "@/server/usecases/approvals/approve-change";
import type { Ctx } from "@/server/usecases/ctx";
import { approveRefundAsOperator } from "@/server/usecases/refunds/approve-refund-as-operator";
import { getRefundRequestScope } from "@/server/usecases/refunds/queries";
import { type AdminCommand, requireOption } from "./command";
import { withAudit } from "./with-audit";

/**
 * The command that is the second person until two people may decide: on a change of the back-office two people of
 * staff, on a refund of a merchant two members of its account (D-67).
 */
export const approvalCommands: readonly AdminCommand[] = [
  {
    name: "approve",
    parameters: ["ID"],
    options: [{ name: "reason", value: "TEXT" }],
    help: "approves a change of the back-office or a refund that waits, as its second person, while fewer than two people may decide",
    run: (ctx, [id = ""], options) =>
      isIdOf("refundRequest", id)
        ? approveRefund(ctx, id, requireOption(options, "reason"))
        : approve(ctx, id, requireOption(options, "reason")),
  },
];

async function approve(ctx: Ctx, changeId: string, note: string): Promise<string[]> {
  const { change, failureCode } = await withAudit(
    ctx,
    { scope: "staff", action: "approval.approve", subject: changeId, detail: { reason: note } },
    () => approveChange(ctx, { changeId, staffId: null, note }),
  );
  return failureCode === null
    ? [`${changeId} (${change.kind} of ${change.subject}) is approved.`]
    : [`${changeId} (${change.kind} of ${change.subject}) is approved, but its work failed: ${failureCode}.`];
}

async function approveRefund(ctx: Ctx, requestId: string, reason: string): Promise<string[]> {
  const { partnerId: scope, paymentCode } = await getRefundRequestScope(ctx, { requestId });
  const { status, method } = await withAudit(
    ctx,
    { scope, action: "refund.approve", subject: requestId, detail: { reason } },
    () => approveRefundAsOperator(ctx, { requestId, reason }),
  );
  return [`${requestId} is approved: the ${method} of payment ${paymentCode} is ${status}.`];
}
