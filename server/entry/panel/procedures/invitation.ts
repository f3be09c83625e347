import { z } from "zod";
import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { fieldSentence } from "@/server/domain/field-words";
import { nameText, record } from "@/server/domain/fields";
import { newId } from "@/server/domain/ids";
import { errorResponse, type Facts, jsonResponse, requestFacts, toAppError } from "@/server/entry/http/http";
import { readJsonBody } from "@/server/entry/http/json-body";
import { pageLanguage } from "@/server/entry/http/page-language";
import { validate } from "@/server/entry/http/validation";
import { takeInvitationBudget } from "@/server/entry/limits/rate-limits";
import { isFromOurPage } from "@/server/entry/trpc/trpc-request";
import type { Ctx } from "@/server/usecases/ctx";
import {
  acceptInvitation,
  getInvitation,
  type OpenInvitation,
} from "@/server/usecases/people/accept-invitation";
import { writeAudit } from "@/server/usecases/people/write-audit";

const token = z.string().max(64);
const look = record({ token });
const acceptance = record({ token, name: nameText(80), password: z.string().max(1024) });

/** bytes */
const bodyLimit = 8192;

/** What an invitation says, to whoever has its link: nobody is signed in here. */
export const handleInvitation = (request: Request): Promise<Response> =>
  answer(request, look, async (ctx, input) => {
    const { accountName, email, role, expiresAt } = await getInvitation(ctx, input);
    return { accountName, email, role, expiresAt };
  });

/** Takes an invitation up; the browser then signs in as anybody does. */
export const handleAcceptance = (request: Request): Promise<Response> =>
  answer(request, acceptance, async (ctx, input, facts) => {
    const invitation = await getInvitation(ctx, input);
    const log = auditOf(ctx, invitation, facts);
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

/** A change asked for by a page of ours, within the budget of its address; every failure is one of the catalogue. */
async function answer<S extends z.ZodType>(
  request: Request,
  schema: S,
  run: (ctx: Ctx, input: z.output<S>, facts: Facts) => Promise<unknown>,
): Promise<Response> {
  const ctx = getContext();
  const facts = requestFacts();
  const language = pageLanguage(request.headers);
  try {
    if (!isFromOurPage(request, ctx.origins.panel)) throw new AppError("access_denied");
    await takeInvitationBudget(facts.sourceIp);
    const input = validate(schema, await readJsonBody(request, bodyLimit, language), language);
    return jsonResponse(200, await run(ctx, input, facts), facts.traceId);
  } catch (thrown) {
    const error = toAppError(thrown, facts.traceId, ctx.log);
    const { problem } = error.details;
    const said = problem === undefined ? error : inWords(error, fieldSentence(problem, language));
    return errorResponse(said, facts.traceId, language);
  }
}

const inWords = ({ code }: AppError, message: string): AppError => new AppError(code, code, { message });

/** Entries of the account's log: until the invitation is taken up, nobody but its address is known. */
function auditOf(ctx: Ctx, { partnerId, invitationId, email, role }: OpenInvitation, { sourceIp }: Facts) {
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
