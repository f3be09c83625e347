import { getContext } from "@/server/context";
import type { LinkState } from "@/server/domain/links/link-page";
import { giveUpAttempt } from "@/server/usecases/links/give-up-attempt";
import { seeOther } from "../http/page-answer";
import { paySubmitBudget } from "../limits/rate-limits";
import type { Render } from "./answers";
import { type LinkRequest, linkPath, readLinkRequest } from "./link-request";
import { answerSubmit, type SubmitDoor } from "./submit";

export interface GiveUpDoor extends SubmitDoor {
  giveUp(token: string): Promise<LinkState | null>;
}

/** Answers the button of a waiting page that gives the attempt up (D-10). The link's page then shows the outcome. */
export function handleGiveUp(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  const linkRequest = readLinkRequest(request, token);
  return answerGiveUp(request, linkRequest, {
    giveUp: (sought) => giveUpAttempt(ctx, { token: sought }),
    budget: paySubmitBudget(linkRequest.sourceIp, token),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

export const answerGiveUp = (request: Request, linkRequest: LinkRequest, door: GiveUpDoor): Promise<Response> =>
  answerSubmit(request, linkRequest, door, async (_form, seen) => {
    const state = await door.giveUp(seen.token);
    return state && seeOther(linkPath(seen), seen.traceId);
  });
