import { createElement } from "react";
import type { BuyerDocument as Props } from "@/server/domain/buyer-page";
import { BuyerDocument } from "./buyer-document";

/**
 * A buyer's page as a whole document. The answers of the handoff carry statuses that a page of the framework
 * cannot have, so its route handlers render them here (D-55).
 */
export async function renderBuyerDocument(document: Props): Promise<string> {
  // A static import of this module is refused by the framework's build.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(createElement(BuyerDocument, document))}`;
}
