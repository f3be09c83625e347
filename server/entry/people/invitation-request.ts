import type { z } from "zod";
import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { fieldSentence } from "@/server/domain/field-words";
import type { Ctx } from "@/server/usecases/ctx";
import { errorResponse, jsonResponse, toAppError } from "../http/json-answer";
import { readJsonBody } from "../http/json-body";
import { pageLanguage } from "../http/page-language";
import { type CallerFacts, readCallerFacts } from "../http/request-facts";
import { validate } from "../http/validation";
import { takeInvitationBudget } from "../limits/rate-limits";
import { isFromOurPage } from "../trpc/trpc-request";

/** The largest body in bytes. */
const bodyLimit = 8192;

/**
 * Answers the page of an invitation, which has no session, within the budget of its address. Every failure has a code
 * of the catalogue.
 */
export async function answerInvitation<S extends z.ZodType>(
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
