import { getContext } from "@/server/context";
import type { Language } from "@/server/domain/errors";
import type { CardOffer, LinkFace } from "@/server/domain/links/link-page";
import { formActionOf } from "@/server/domain/web/page-policy";
import { type FoundOffer, findLinkOffer } from "@/server/usecases/links/find-link-offer";
import { htmlAnswer } from "../http/page-answer";
import { wrongField } from "../http/posted-form";
import { payBinBudget } from "../limits/rate-limits";
import { type LinkVisit, type Render, sceneAnswer } from "./answers";
import { linkVisitOf } from "./link-visit";
import { answerSubmit, type SubmitDoor } from "./submit";

/** Makes the part of the page that shows what a card is offered; the script keeps what was chosen there. */
export type RenderOffer = (shown: {
  readonly face: LinkFace;
  readonly offer: CardOffer;
  readonly language: Language;
}) => Promise<string>;

export interface OptionsDoor extends SubmitDoor {
  offer(token: string, bin8: string): Promise<FoundOffer | null>;
  readonly renderOffer: RenderOffer;
}

/** What the page's script asks while the card is typed: its options, as the part of the page that shows them. */
export function handleOptions(
  request: Request,
  token: string,
  render: Render,
  renderOffer: RenderOffer,
): Promise<Response> {
  const ctx = getContext();
  return answerOptions(request, linkVisitOf(request, token), {
    offer: (sought, bin8) => findLinkOffer(ctx, { token: sought, bin8 }),
    budget: payBinBudget(token),
    render,
    renderOffer,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

export const answerOptions = (request: Request, visit: LinkVisit, door: OptionsDoor): Promise<Response> =>
  answerSubmit(request, visit, door, async (form, seen) => {
    const bin8 = form.text("bin");
    if (!/^[0-9]{8}$/.test(bin8)) throw wrongField("bin", "invalid", visit.envelopeLanguage);
    const found = await door.offer(seen.token, bin8);
    if (found?.kind !== "offer") return found && sceneAnswer(found.scene, seen, door);
    const { scene, offer } = found;
    const html = await door.renderOffer({ face: scene.face, offer, language: seen.language });
    return htmlAnswer(html, 200, seen, formActionOf(null));
  });
