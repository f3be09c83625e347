import { getContext } from "@/server/context";
import type { CardOffer, LinkSummary } from "@/server/domain/links/link-page";
import type { BuyerLanguage } from "@/server/domain/web/negotiation";
import { toFormAction } from "@/server/domain/web/page-policy";
import { type FoundOffer, findLinkOffer } from "@/server/usecases/links/buyer-queries";
import { htmlAnswer } from "../http/page-answer";
import { wrongField } from "../http/posted-form";
import { payBinBudget } from "../limits/rate-limits";
import { linkStateAnswer, type Render } from "./answers";
import { type LinkRequest, readLinkRequest } from "./link-request";
import { answerSubmit, type SubmitDoor } from "./submit";

/** Renders the part of the page with a card's options. The script keeps the buyer's choice in it. */
export type RenderOffer = (shown: {
  readonly summary: LinkSummary;
  readonly offer: CardOffer;
  readonly language: BuyerLanguage;
}) => Promise<string>;

export interface OptionsDoor extends SubmitDoor {
  offer(token: string, bin8: string): Promise<FoundOffer | null>;
  readonly renderOffer: RenderOffer;
}

/** Answers the page's script while the card is typed, with the part of the page that shows the card's options. */
export function handleOptions(
  request: Request,
  token: string,
  render: Render,
  renderOffer: RenderOffer,
): Promise<Response> {
  const ctx = getContext();
  return answerOptions(request, readLinkRequest(request, token), {
    offer: (sought, bin8) => findLinkOffer(ctx, { token: sought, bin8 }),
    budget: payBinBudget(token),
    render,
    renderOffer,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

export const answerOptions = (request: Request, linkRequest: LinkRequest, door: OptionsDoor): Promise<Response> =>
  answerSubmit(request, linkRequest, door, async (form, seen) => {
    const bin8 = form.text("bin");
    if (!/^[0-9]{8}$/.test(bin8)) throw wrongField("bin", "invalid", linkRequest.envelopeLanguage);
    const found = await door.offer(seen.token, bin8);
    if (found?.kind !== "offer") return found && linkStateAnswer(found.state, seen, door);
    const { state, offer } = found;
    const html = await door.renderOffer({ summary: state.summary, offer, language: seen.language });
    return htmlAnswer(html, 200, seen, toFormAction(null));
  });
