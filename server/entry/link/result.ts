import { getContext } from "@/server/context";
import { isSecretToken } from "@/server/domain/ids";
import { type FoundLinkResult, findLinkResult } from "@/server/usecases/links/buyer-queries";
import { withoutBody } from "../http/json-answer";
import { seeOther } from "../http/page-answer";
import { type LinkDoor, pageAnswer, type Render, troubleAnswer, unknownLink } from "./answers";
import { type LinkRequest, linkPath, readLinkRequest, requireReadMethod } from "./link-request";

export interface ResultDoor extends LinkDoor {
  find(token: string): Promise<FoundLinkResult | null>;
}

/**
 * Answers the browser's return from the bank when the link has no shop's page for the outcome, or not yet (§4.1.2,
 * D-10).
 */
export function handleResult(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  return answerResult(request, readLinkRequest(request, token), {
    find: (sought) => findLinkResult(ctx, { token: sought }),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

/**
 * Answers 200 with a page that waits for the outcome, or 303 to the merchant's page of it or to the link's. Never
 * rejects.
 */
export async function answerResult(request: Request, linkRequest: LinkRequest, door: ResultDoor): Promise<Response> {
  try {
    requireReadMethod(request.method);
    const found = isSecretToken(linkRequest.token) ? await door.find(linkRequest.token) : null;
    if (found === null) throw unknownLink();
    if (found.kind !== "waiting") {
      return seeOther(found.kind === "redirect" ? found.url : linkPath(linkRequest), linkRequest.traceId);
    }
    const answer = await pageAnswer(found.state, 200, { ...linkRequest, isResult: true }, door);
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  } catch (thrown) {
    return troubleAnswer(thrown, request.method, linkRequest, door);
  }
}
