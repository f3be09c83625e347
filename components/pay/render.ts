import { createElement, type ReactElement } from "react";
import { payTextsIn } from "@/messages/pay-texts";
import type { CardOffer, LinkDocument, LinkSummary } from "@/server/domain/links/link-page";
import type { BuyerDocument as Props } from "@/server/domain/payments/buyer-page";
import type { BuyerLanguage } from "@/server/domain/web/negotiation";
import { BuyerDocument } from "./buyer-document";
import { LinkHtml } from "./link/link-document";
import { OfferTable } from "./link/open/offer-table";

/**
 * Renders a buyer's page as a whole document. The handoff responds with statuses that a page of the framework cannot
 * have, so its route handlers render the documents here (D-55).
 */
export const renderBuyerDocument = (document: Props): Promise<string> =>
  renderDocument(createElement(BuyerDocument, document));

/** Renders the response to a payment link's form as a whole document, for the same reason. */
export const renderLinkDocument = (document: LinkDocument): Promise<string> =>
  renderDocument(createElement(LinkHtml, document));

/** Renders the payment options as the fragment that the script requests. The page itself renders the same component. */
export const renderOffer = ({ offer, summary, language }: ShownOffer): Promise<string> =>
  renderMarkup(createElement(OfferTable, { offer, summary, chosenCount: null, texts: payTextsIn(language) }));

interface ShownOffer {
  readonly offer: CardOffer;
  readonly summary: LinkSummary;
  readonly language: BuyerLanguage;
}

const renderDocument = async (element: ReactElement): Promise<string> =>
  `<!doctype html>${await renderMarkup(element)}`;

async function renderMarkup(element: ReactElement): Promise<string> {
  // The framework's build refuses a static import of this module.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return renderToStaticMarkup(element);
}
