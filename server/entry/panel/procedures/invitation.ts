import type { z } from "zod";
import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { fieldSentence } from "@/server/domain/field-words";
import { newId } from "@/server/domain/ids";
import { joiningInput } from "@/server/domain/people/self-inputs";
import { errorResponse, jsonResponse, toAppError } from "@/server/entry/http/json-answer";
import { readJsonBody } from "@/server/entry/http/json-body";
import { pageLanguage } from "@/server/entry/http/page-language";
import { type CallerFacts, readCallerFacts } from "@/server/entry/http/request-facts";
import { validate } from "@/server/entry/http/validation";
import { takeInvitationBudget } from "@/server/entry/limits/rate-limits";
import { isFromOurPage } from "@/server/entry/trpc/trpc-request";
import type { Ctx } from "@/server/usecases/ctx";
import { acceptInvitation } from "@/server/usecases/people/accept-invitation";
import { getInvitation, type OpenInvitation } from "@/server/usecases/people/queries";
import { writeAudit } from "@/server/usecases/people/write-audit";

const lookUp = joiningInput.pick({ token: true });

/** The largest body in bytes. */
const bodyLimit = 8192;

/** Returns the content of an invitation to a client that has its link. It needs no session. */
export const handleInvitation = (request: Request): Promise<Response> =>
  answer(request, lookUp, async (ctx, input) => {
    const { accountName, email, role, expiresAt } = await getInvitation(ctx, input);
    return { accountName, email, role, expiresAt };
  });

/** Accepts an invitation. The browser then signs in as usual. */
export const handleAcceptance = (request: Request): Promise<Response> =>
  answer(request, joiningInput, async (ctx, input, facts) => {
    const invitation = await getInvitation(ctx, input);
    const log = createAudit(ctx, invitation, facts);
    await log("begun", null);
    try {
      const { userId } = await acceptInvitation(ctx, { ...input, name: input.name.trim() });
      await log("done", userId);
    } catch (error) {
      await log("refused", null, error instanceof AppError ? error.code : "internal_error");
      throw error;
    }
    return { email: invitation.email };
  });

/**
 * Answers one of the product's own pages, within the budget of its address. Every failure has a code of the catalogue.
 */
async function answer<S extends z.ZodType>(
  request: Request,
  schema: S,
  run: (ctx: Ctx, input: z.output<S>, facts: CallerFacts) => Promise<unknown>,
): Promise<Response> {
  const ctx = getContext();
  const facts = readCallerFacts();
  const language = pageLanguage(request.headers);
  try {
    if (!isFromOurPage(request, ctx.origins.panel)) throw new AppError("access_denied");
    await takeInvitationBudget(facts.sourceIp);
    const input = validate(schema, await readJsonBody(request, bodyLimit, language), language);
    return jsonResponse(200, await run(ctx, input, facts), facts.traceId);
  } catch (thrown) {
    const error = toAppError(thrown, facts.traceId, ctx.log);
    const { problem } = error.details;
    const answered = problem === undefined ? error : withMessage(error, fieldSentence(problem, language));
    return errorResponse(answered, facts.traceId, language);
  }
}

const withMessage = ({ code }: AppError, message: string): AppError => new AppError(code, code, { message });

/**
 * Writes to the account's audit log. Before the acceptance only the email address is known, so the entry has no user
 * id.
 */
function createAudit(ctx: Ctx, { partnerId, invitationId, email, role }: OpenInvitation, { sourceIp }: CallerFacts) {
  const actionId = newId("action", ctx.clock.now());
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
