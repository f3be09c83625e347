import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import type { LinkPage, LinkState } from "@/server/domain/links/link-page";
import { type FoundOffer, findLinkOffer } from "@/server/usecases/links/buyer-queries";
import { openLink } from "@/server/usecases/links/open-link";
import { payBinBudget } from "../limits/rate-limits";
import { emptyEntry, linkStateAnswer, pageAnswer, type Render, refusal } from "./answers";
import { type LinkRequest, readLinkRequest } from "./link-request";
import { answerSubmit, type SubmitDoor } from "./submit";

export interface CardDoor extends SubmitDoor {
  find(token: string): Promise<LinkState | null>;
  offer(token: string, bin8: string): Promise<FoundOffer | null>;
}

/**
 * Answers the first step of a browser without scripts (D-49): the card's first digits get its options and the whole
 * form.
 */
export function handleCard(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  return answerCard(request, readLinkRequest(request, token), {
    find: (sought) => openLink(ctx, { token: sought, isOpening: false }),
    offer: (sought, bin8) => findLinkOffer(ctx, { token: sought, bin8 }),
    budget: payBinBudget(token),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

export const answerCard = (request: Request, linkRequest: LinkRequest, door: CardDoor): Promise<Response> =>
  answerSubmit(request, linkRequest, door, async (form, seen) => {
    const digits = form.text("bin").replace(/[\s-]/g, "");
    if (!/^[0-9]{8}$/.test(digits)) return askAgain(digits === "" ? "missing" : "wrong", seen, door);
    const found = await door.offer(seen.token, digits);
    if (found?.kind !== "offer") return found && linkStateAnswer(found.state, seen, door);
    const entry = { ...emptyEntry, offer: found.offer };
    return pageAnswer({ kind: "open", summary: found.state.summary, entry }, 200, seen, door);
  });

/** Shows the first step again, without what was entered, because that may be a whole card number. */
async function askAgain(what: "missing" | "wrong", linkRequest: LinkRequest, door: CardDoor): Promise<Response | null> {
  const state = await door.find(linkRequest.token);
  if (state === null) return null;
  if (state.kind !== "open" && state.kind !== "failed") return linkStateAnswer(state, linkRequest, door);
  const entry = { ...emptyEntry, fields: { bin: what } };
  const page: LinkPage = { kind: "open", summary: state.summary, entry };
  return refusal(new AppError("validation_error"), page, linkRequest, door);
}
