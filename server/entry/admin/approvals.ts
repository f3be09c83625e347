import { approveChange } from "@/server/usecases/approvals/approve-change";
import { type AdminCommand, requireOption } from "./command";
import { withAudit } from "./with-audit";

/** The command that is the second person until two people of staff may decide on a change (D-67). */
export const approvalCommands: readonly AdminCommand[] = [
  {
    name: "approve",
    parameters: ["CHANGE"],
    options: [{ name: "reason", value: "TEXT" }],
    help: "approves a change of the back-office as its second person, while fewer than two people of staff may decide",
    async run(ctx, [changeId = ""], options) {
      const note = requireOption(options, "reason");
      const { change, failureCode } = await withAudit(
        ctx,
        { scope: "staff", action: "approval.approve", subject: changeId, detail: { reason: note } },
        () => approveChange(ctx, { changeId, staffId: null, note }),
      );
      return failureCode === null
        ? [`${changeId} (${change.kind} of ${change.subject}) is approved.`]
        : [`${changeId} (${change.kind} of ${change.subject}) is approved, but its work failed: ${failureCode}.`];
    },
  },
];
