import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import type { LinkPage, LinkScene } from "@/server/domain/links/link-page";
import { type FoundOffer, findLinkOffer } from "@/server/usecases/links/find-link-offer";
import { openLink } from "@/server/usecases/links/open-link";
import { payBinBudget } from "../limits/rate-limits";
import { emptyEntry, type LinkVisit, pageAnswer, type Render, refusal, sceneAnswer } from "./answers";
import { linkVisitOf } from "./link-visit";
import { answerSubmit, type SubmitDoor } from "./submit";

export interface CardDoor extends SubmitDoor {
  find(token: string): Promise<LinkScene | null>;
  offer(token: string, bin8: string): Promise<FoundOffer | null>;
}

/** The first step where no script runs (D-49): the card's first digits, answered by its options and the whole form. */
export function handleCard(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  return answerCard(request, linkVisitOf(request, token), {
    find: (sought) => openLink(ctx, { token: sought, isOpening: false }),
    offer: (sought, bin8) => findLinkOffer(ctx, { token: sought, bin8 }),
    budget: payBinBudget(token),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

export const answerCard = (request: Request, visit: LinkVisit, door: CardDoor): Promise<Response> =>
  answerSubmit(request, visit, door, async (form, seen) => {
    const digits = form.text("bin").replace(/[\s-]/g, "");
    if (!/^[0-9]{8}$/.test(digits)) return askAgain(digits === "" ? "missing" : "wrong", seen, door);
    const found = await door.offer(seen.token, digits);
    if (found?.kind !== "offer") return found && sceneAnswer(found.scene, seen, door);
    const entry = { ...emptyEntry, offer: found.offer };
    return pageAnswer({ kind: "open", face: found.scene.face, entry }, 200, seen, door);
  });

/** The first step again. What was entered is not shown: it may be a whole card number. */
async function askAgain(
  what: "missing" | "wrong",
  visit: LinkVisit,
  door: CardDoor,
): Promise<Response | null> {
  const scene = await door.find(visit.token);
  if (scene === null) return null;
  if (scene.kind !== "open" && scene.kind !== "failed") return sceneAnswer(scene, visit, door);
  const entry = { ...emptyEntry, fields: { bin: what } };
  const page: LinkPage = { kind: "open", face: scene.face, entry };
  return refusal(new AppError("validation_error"), page, visit, door);
}
