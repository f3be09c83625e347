import { createHash } from "node:crypto";
import { getContext } from "@/server/context";
import type { BuyerPage, TroubleName } from "@/server/domain/buyer-page";
import { AppError, type ErrorCode } from "@/server/domain/errors";
import { charsetOfContentType, parseForm } from "@/server/domain/form-body";
import {
  type CompletedHandoff,
  type CompleteHandoffInput,
  completeHandoff,
} from "@/server/usecases/complete-handoff";
import type { Log } from "@/server/usecases/ctx";
import { toAppError, withoutBody } from "../http";
import { readBytes } from "../json-body";
import { seeOther } from "../page-answer";
import { takeCallbackBudget } from "../rate-limits";
import { type Visit, visitOf } from "../visit";
import { allowedMethods, type Render, refusal } from "./answers";

const bodyLimit = 65_536;

export interface CallbackDoor {
  complete(input: CompleteHandoffInput): Promise<CompletedHandoff>;
  /** Throws rate_limited. */
  takeBudget(sourceIp: string): Promise<void>;
  readonly render: Render;
  readonly log: Log;
}

/** The address to which the bank sends the browser back (D-21). The token finds the attempt, its hash decides. */
export function handleCallback(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  const complete = (input: CompleteHandoffInput) => completeHandoff(ctx, input);
  return answerCallback(request, token, visitOf(request), {
    complete,
    takeBudget: takeCallbackBudget,
    render,
    log: ctx.log,
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
    const page: BuyerPage = { kind: "trouble", payment: null, trouble: { name: troubleOf(error.code) } };
    const answer = await refusal(error, page, visit, door.render);
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  }
}

/** After a failure of ours the money may have been taken, which the words must say. */
function troubleOf(code: ErrorCode): TroubleName {
  if (code === "method_not_allowed" || code === "rate_limited") return code;
  if (code === "not_found") return "return_unknown";
  return code === "internal_error" ? "return_failed" : "return_refused";
}
