import type { z } from "zod";
import { getContext } from "@/server/context";
import { AppError, type Language } from "@/server/domain/errors";
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

/** What an answer to a person without a session needs besides the input. */
export interface SignedOutRequest {
  readonly ctx: Ctx;
  readonly facts: CallerFacts;
  readonly language: Language;
  readonly userAgent: string;
  /** Adds a `Set-Cookie` line to the answer. */
  setCookie(line: string): void;
}

/**
 * Answers one of the product's own pages to a person without a session, within the budget of the person's network
 * address. Every failure has a code of the catalogue.
 */
export async function answerSignedOut<S extends z.ZodType>(
  request: Request,
  schema: S,
  run: (asked: SignedOutRequest, input: z.output<S>) => Promise<unknown>,
): Promise<Response> {
  const ctx = getContext();
  const facts = readCallerFacts();
  const language = pageLanguage(request.headers);
  try {
    if (!isFromOurPage(request, ctx.origins.panel)) throw new AppError("access_denied");
    await takeInvitationBudget(facts.sourceIp);
    const input = validate(schema, await readJsonBody(request, bodyLimit, language), language);
    const userAgent = request.headers.get("user-agent") ?? "";
    const cookies: string[] = [];
    const setCookie = (line: string) => void cookies.push(line);
    const answer = jsonResponse(200, await run({ ctx, facts, language, userAgent, setCookie }, input), facts.traceId);
    for (const line of cookies) answer.headers.append("set-cookie", line);
    return answer;
  } catch (thrown) {
    const error = toAppError(thrown, facts.traceId, ctx.log);
    const { problem } = error.details;
    const answered = problem === undefined ? error : withMessage(error, fieldSentence(problem, language));
    return errorResponse(answered, facts.traceId, language);
  }
}

const withMessage = ({ code }: AppError, message: string): AppError => new AppError(code, code, { message });
