import { getContext } from "@/server/context";
import type { LinkScene } from "@/server/domain/links/link-page";
import { giveUpAttempt } from "@/server/usecases/links/give-up-attempt";
import { seeOther } from "../http/page-answer";
import { paySubmitBudget } from "../limits/rate-limits";
import type { LinkVisit, Render } from "./answers";
import { linkPath, linkVisitOf } from "./link-visit";
import { answerSubmit, type SubmitDoor } from "./submit";

export interface GiveUpDoor extends SubmitDoor {
  giveUp(token: string): Promise<LinkScene | null>;
}

/** The button of a waiting page that gives the attempt up (D-10); whatever came of it, the link's page says. */
export function handleGiveUp(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  const visit = linkVisitOf(request, token);
  return answerGiveUp(request, visit, {
    giveUp: (sought) => giveUpAttempt(ctx, { token: sought }),
    budget: paySubmitBudget(visit.sourceIp, token),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

export const answerGiveUp = (request: Request, visit: LinkVisit, door: GiveUpDoor): Promise<Response> =>
  answerSubmit(request, visit, door, async (_form, seen) => {
    const scene = await door.giveUp(seen.token);
    return scene && seeOther(linkPath(seen), seen.traceId);
  });
