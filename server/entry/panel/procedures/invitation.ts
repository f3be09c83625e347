import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { joiningInput } from "@/server/domain/people/self-inputs";
import type { CallerFacts } from "@/server/entry/http/request-facts";
import { answerSignedOut } from "@/server/entry/people/answer-signed-out";
import { writeAudit } from "@/server/usecases/audit/write-audit";
import type { Ctx } from "@/server/usecases/ctx";
import { acceptInvitation } from "@/server/usecases/people/accept-invitation";
import { getInvitation, type OpenInvitation } from "@/server/usecases/people/queries";

const lookUp = joiningInput.pick({ token: true });

/** Returns the content of an invitation to a client that has its link. It needs no session. */
export const handleInvitation = (request: Request): Promise<Response> =>
  answerSignedOut(request, lookUp, async ({ ctx }, input) => {
    const { accountName, email, role, expiresAt } = await getInvitation(ctx, input);
    return { accountName, email, role, expiresAt };
  });

/** Accepts an invitation. The browser then signs in as usual. */
export const handleAcceptance = (request: Request): Promise<Response> =>
  answerSignedOut(request, joiningInput, async ({ ctx, facts, language }, input) => {
    const invitation = await getInvitation(ctx, input);
    const log = createAudit(ctx, invitation, facts);
    await log("begun", null);
    try {
      const { userId } = await acceptInvitation(ctx, { ...input, name: input.name.trim(), language });
      await log("done", userId);
    } catch (error) {
      await log("refused", null, error instanceof AppError ? error.code : "internal_error");
      throw error;
    }
    return { email: invitation.email };
  });

/**
 * Writes to the account's audit log. Before the acceptance only the email address is known, so the entry has no user
 * id.
 */
function createAudit(ctx: Ctx, { partnerId, invitationId, email, role }: OpenInvitation, { sourceIp }: CallerFacts) {
  const actionId = newId(ctx.random, "action", ctx.clock.now());
  return (outcome: "begun" | "done" | "refused", id: string | null, code: AppError["code"] | null = null) =>
    writeAudit(ctx, {
      scope: partnerId,
      actor: { kind: "user", id, name: email },
      action: "invitation.accept",
      actionId,
      subject: invitationId,
      outcome,
      code,
      detail: { role },
      sourceIp,
    });
}
