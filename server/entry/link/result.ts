import { getContext } from "@/server/context";
import { isSecretToken } from "@/server/domain/ids";
import { type FoundLinkResult, findLinkResult } from "@/server/usecases/links/find-link-result";
import { withoutBody } from "../http/http";
import { seeOther } from "../http/page-answer";
import {
  type LinkDoor,
  type LinkVisit,
  pageAnswer,
  type Render,
  troubleAnswer,
  unknownLink,
} from "./answers";
import { linkPath, linkVisitOf } from "./link-visit";
import { requireReading } from "./reading";

export interface ResultDoor extends LinkDoor {
  find(token: string): Promise<FoundLinkResult | null>;
}

/** Where the bank's way back leads when the shop is not to be told, or not yet (§4.1.2, D-10). */
export function handleResult(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  return answerResult(request, linkVisitOf(request, token), {
    find: (sought) => findLinkResult(ctx, { token: sought }),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

/** 200 a page that waits for the outcome, 303 to the merchant's page of it, or to the link's; never rejects. */
export async function answerResult(request: Request, visit: LinkVisit, door: ResultDoor): Promise<Response> {
  try {
    requireReading(request.method);
    const found = isSecretToken(visit.token) ? await door.find(visit.token) : null;
    if (found === null) throw unknownLink();
    if (found.kind !== "waiting") {
      return seeOther(found.kind === "redirect" ? found.url : linkPath(visit), visit.traceId);
    }
    const answer = await pageAnswer(found.scene, 200, { ...visit, isResult: true }, door);
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  } catch (thrown) {
    return troubleAnswer(thrown, request.method, visit, door);
  }
}
