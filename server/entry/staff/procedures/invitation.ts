import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { joiningInput } from "@/server/domain/people/self-inputs";
import type { CallerFacts } from "@/server/entry/http/request-facts";
import { answerSignedOut } from "@/server/entry/people/answer-signed-out";
import { writeAudit } from "@/server/usecases/audit/write-audit";
import type { Ctx } from "@/server/usecases/ctx";
import { acceptStaffInvitation } from "@/server/usecases/people/accept-staff-invitation";
import { getStaffInvitation } from "@/server/usecases/people/staff-queries";

/** Returns the content of an invitation to the back-office to a client that has its link. It needs no session. */
export const handleStaffInvitation = (request: Request): Promise<Response> =>
  answerSignedOut(request, joiningInput.pick({ token: true }), async ({ ctx }, input) => {
    const { email, role, expiresAt } = await getStaffInvitation(ctx, input);
    return { email, role, expiresAt };
  });

/** Accepts an invitation to the back-office. The browser then signs in as usual. */
export const handleStaffAcceptance = (request: Request): Promise<Response> =>
  answerSignedOut(request, joiningInput, async ({ ctx, facts, language }, input) => {
    const invitation = await getStaffInvitation(ctx, input);
    const log = createAudit(ctx, invitation, facts);
    await log("begun", null);
    try {
      const { userId } = await acceptStaffInvitation(ctx, { ...input, name: input.name.trim(), language });
      await log("done", userId);
    } catch (error) {
      await log("refused", null, error instanceof AppError ? error.code : "internal_error");
      throw error;
    }
    return { email: invitation.email };
  });

/** Writes to the audit log of the staff. Before the acceptance only the address is known. */
function createAudit(
  ctx: Ctx,
  { invitationId, email, role }: Awaited<ReturnType<typeof getStaffInvitation>>,
  { sourceIp }: CallerFacts,
) {
  const actionId = newId(ctx.random, "action", ctx.clock.now());
  return (outcome: "begun" | "done" | "refused", id: string | null, code: AppError["code"] | null = null) =>
    writeAudit(ctx, {
      scope: "staff",
      actor: { kind: "staff", id, name: email },
      action: "people.accept",
      actionId,
      subject: invitationId,
      outcome,
      code,
      detail: { role },
      sourceIp,
    });
}
