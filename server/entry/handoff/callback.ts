import { createHash } from "node:crypto";
import { getContext } from "@/server/context";
import { AppError, type ErrorCode, toHttpStatus } from "@/server/domain/errors";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import type { TroubleName } from "@/server/domain/payments/buyer-page";
import { parseContentTypeCharset, parseForm } from "@/server/domain/web/form-body";
import { toFormAction } from "@/server/domain/web/page-policy";
import type { Log } from "@/server/usecases/ctx";
import { type BuyerReturn, findBuyerReturn } from "@/server/usecases/links/buyer-queries";
import {
  type CompletedThreeDSecure,
  type CompleteThreeDSecureInput,
  completeThreeDSecure,
} from "@/server/usecases/payments/complete-three-d-secure";
import { toAppError, withoutBody } from "../http/json-answer";
import { readBytes } from "../http/json-body";
import { htmlAnswer, seeOther } from "../http/page-answer";
import { type PageRequest, parseBuyerLanguage, readPageRequest } from "../http/page-request";
import { takeCallbackBudget } from "../limits/rate-limits";
import { allowedMethods, type Render, refusal } from "./answers";

const bodyLimit = 65_536;

export interface CallbackDoor {
  complete(input: CompleteThreeDSecureInput): Promise<CompletedThreeDSecure>;
  /** Throws rate_limited. */
  takeBudget(sourceIp: string): Promise<void>;
  /** Finds the buyer's language and link; null when no attempt has the token. */
  findReturn(token: string): Promise<BuyerReturn | null>;
  readonly render: Render;
  readonly renderLink: (document: LinkDocument) => Promise<string>;
  readonly log: Log;
  now(): Date;
}

/**
 * Answers the browser that the bank sends back (D-21). The token finds the attempt; the bank's hash decides its
 * outcome.
 */
export function handleCallback(
  request: Request,
  token: string,
  renders: Pick<CallbackDoor, "render" | "renderLink">,
): Promise<Response> {
  const ctx = getContext();
  return answerCallback(request, token, readPageRequest(request), {
    ...renders,
    complete: (input) => completeThreeDSecure(ctx, input),
    findReturn: (sought) => findBuyerReturn(ctx, { token: sought }),
    takeBudget: takeCallbackBudget,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

/**
 * Answers 303 to the shop, or a page with the reason why not. Never rejects. Reads no cookie, and accepts any Origin.
 */
export async function answerCallback(
  request: Request,
  token: string,
  pageRequest: PageRequest,
  door: CallbackDoor,
): Promise<Response> {
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, allowedMethods);
    await door.takeBudget(pageRequest.sourceIp);
    const body = await readBytes(request, bodyLimit);
    const type = request.headers.get("content-type") ?? "";
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new AppError("unsupported_media_type");
    const completed = await door.complete({
      token,
      fields: parseForm(body, parseContentTypeCharset(type) ?? undefined),
      bodyDigest: createHash("sha256").update(body).digest(),
    });
    if (completed.kind === "redirect") return seeOther(completed.url, pageRequest.traceId);
    throw completed.kind === "refused" ? new AppError("validation_error") : new AppError("not_found");
  } catch (thrown) {
    const error = toAppError(thrown, pageRequest.traceId, door.log);
    const answer = await answerTrouble(error, token, pageRequest, door);
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  }
}

/**
 * Says why the buyer is not sent to the shop, in the language in which the payment was started. A link has no shop to
 * return to, so its buyer gets the link's own page.
 */
async function answerTrouble(
  error: AppError,
  token: string,
  pageRequest: PageRequest,
  door: CallbackDoor,
): Promise<Response> {
  const name = toTroubleName(error.code);
  const isKnown = pageRequest.wantsPage && isAboutPayment(name);
  const found = isKnown ? await door.findReturn(token).catch(() => null) : null;
  const language = parseBuyerLanguage(found?.language) ?? pageRequest.language;
  const inLanguage = { ...pageRequest, language };
  if (!found?.link)
    return refusal(error, { kind: "trouble", payment: null, trouble: { name } }, inLanguage, door.render);
  const { link } = found;
  const { traceId, nonce } = pageRequest;
  const page: LinkPage = { kind: "trouble", summary: link.summary, trouble: { name } };
  const html = await door.renderLink({ page, token: link.token, language, now: door.now(), traceId, nonce });
  return htmlAnswer(html, toHttpStatus(error.code), inLanguage, toFormAction(null));
}

const isAboutPayment = (name: TroubleName): boolean => name === "return_refused" || name === "return_failed";

/** Chooses the message. After an internal failure the money may have been taken, and the message must say so. */
function toTroubleName(code: ErrorCode): TroubleName {
  if (code === "method_not_allowed" || code === "rate_limited") return code;
  if (code === "not_found") return "return_unknown";
  return code === "internal_error" || code === "service_unavailable" ? "return_failed" : "return_refused";
}
