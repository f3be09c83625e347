import { createElement, type ReactElement } from "react";
import type { LinkDocument } from "@/server/domain/links/link-page";
import type { BuyerDocument as Props } from "@/server/domain/payments/buyer-page";
import { BuyerDocument } from "./buyer-document";
import { LinkHtml } from "./link/link-document";
import { OfferTable, type OfferTableProps } from "./link/offer-table";

/**
 * A buyer's page as a whole document. The answers of the handoff carry statuses that a page of the framework
 * cannot have, so its route handlers render them here (D-55).
 */
export const renderBuyerDocument = (document: Props): Promise<string> =>
  wholeDocument(createElement(BuyerDocument, document));

/** The answer of a payment link's form as a whole document, for the same reason. */
export const renderLinkDocument = (document: LinkDocument): Promise<string> =>
  wholeDocument(createElement(LinkHtml, document));

/** What a card can be charged, as the part of the page that the script asks for; the page itself shows the same. */
export const renderOffer = (props: Omit<OfferTableProps, "chosenCount">): Promise<string> =>
  markup(createElement(OfferTable, { ...props, chosenCount: null }));

const wholeDocument = async (element: ReactElement): Promise<string> =>
  `<!doctype html>${await markup(element)}`;

async function markup(element: ReactElement): Promise<string> {
  // A static import of this module is refused by the framework's build.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return renderToStaticMarkup(element);
}
