import { payTextsIn } from "@/messages/pay-texts";
import type { LinkDocument } from "@/server/domain/links/link-page";
import { HtmlDocument } from "../html-document";
import { linkStyle } from "../page-style";
import { toLinkTitle } from "./link-title";
import { LinkView } from "./link-view";

/** Renders a link's page as a whole document, for the responses to its forms. */
export const LinkHtml = (document: LinkDocument) => (
  <HtmlDocument
    texts={payTextsIn(document.language)}
    title={toLinkTitle(document)}
    nonce={document.nonce}
    style={linkStyle}
  >
    <LinkView document={document} />
  </HtmlDocument>
);
