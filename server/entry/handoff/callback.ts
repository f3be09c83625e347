import { createHash } from "node:crypto";
import { getContext } from "@/server/context";
import { AppError, type ErrorCode, statusOf } from "@/server/domain/errors";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import type { TroubleName } from "@/server/domain/payments/buyer-page";
import { charsetOfContentType, parseForm } from "@/server/domain/web/form-body";
import { formActionOf } from "@/server/domain/web/page-policy";
import type { Log } from "@/server/usecases/ctx";
import { findReturnLink, type ReturnLink } from "@/server/usecases/links/find-return-link";
import {
  type CompletedHandoff,
  type CompleteHandoffInput,
  completeHandoff,
} from "@/server/usecases/payments/complete-handoff";
import { toAppError, withoutBody } from "../http/http";
import { readBytes } from "../http/json-body";
import { htmlAnswer, seeOther } from "../http/page-answer";
import { type Visit, visitOf } from "../http/visit";
import { takeCallbackBudget } from "../limits/rate-limits";
import { allowedMethods, type Render, refusal } from "./answers";

const bodyLimit = 65_536;

export interface CallbackDoor {
  complete(input: CompleteHandoffInput): Promise<CompletedHandoff>;
  /** Throws rate_limited. */
  takeBudget(sourceIp: string): Promise<void>;
  /** What the attempt pays, where that is a link. */
  findLink(token: string): Promise<ReturnLink | null>;
  readonly render: Render;
  readonly renderLink: (document: LinkDocument) => Promise<string>;
  readonly log: Log;
  now(): Date;
}

/** The address to which the bank sends the browser back (D-21). The token finds the attempt, its hash decides. */
export function handleCallback(
  request: Request,
  token: string,
  renders: Pick<CallbackDoor, "render" | "renderLink">,
): Promise<Response> {
  const ctx = getContext();
  return answerCallback(request, token, visitOf(request), {
    ...renders,
    complete: (input) => completeHandoff(ctx, input),
    findLink: (sought) => findReturnLink(ctx, { token: sought }),
    takeBudget: takeCallbackBudget,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

/** 303 to the shop, or a page that says why not; never rejects. No cookie is read, any Origin may post. */
export async function answerCallback(
  request: Request,
  token: string,
  visit: Visit,
  door: CallbackDoor,
): Promise<Response> {
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, allowedMethods);
    await door.takeBudget(visit.sourceIp);
    const body = await readBytes(request, bodyLimit);
    const type = request.headers.get("content-type") ?? "";
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
      throw new AppError("unsupported_media_type");
    const done = await door.complete({
      token,
      fields: parseForm(body, charsetOfContentType(type) ?? undefined),
      bodyDigest: createHash("sha256").update(body).digest(),
    });
    if (done.kind === "redirect") return seeOther(done.url, visit.traceId);
    throw done.kind === "refused" ? new AppError("validation_error") : new AppError("not_found");
  } catch (thrown) {
    const error = toAppError(thrown, visit.traceId, door.log);
    const answer = await trouble(error, token, visit, door);
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  }
}

/** Why the buyer is not sent on, in the words of what they pay: a link has no shop to go back to, but a page of its own. */
async function trouble(error: AppError, token: string, visit: Visit, door: CallbackDoor): Promise<Response> {
  const name = troubleOf(error.code);
  const link = visit.wantsPage && isAboutPayment(name) ? await door.findLink(token).catch(() => null) : null;
  if (!link) return refusal(error, { kind: "trouble", payment: null, trouble: { name } }, visit, door.render);
  const { language, traceId, nonce } = visit;
  const page: LinkPage = { kind: "trouble", face: link.face, trouble: { name } };
  const html = await door.renderLink({ page, token: link.token, language, now: door.now(), traceId, nonce });
  return htmlAnswer(html, statusOf(error.code), visit, formActionOf(null));
}

const isAboutPayment = (name: TroubleName): boolean => name === "return_refused" || name === "return_failed";

/** After a failure of ours the money may have been taken, which the words must say. */
function troubleOf(code: ErrorCode): TroubleName {
  if (code === "method_not_allowed" || code === "rate_limited") return code;
  if (code === "not_found") return "return_unknown";
  return code === "internal_error" ? "return_failed" : "return_refused";
}
