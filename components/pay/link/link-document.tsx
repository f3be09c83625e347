import type { LinkDocument } from "@/server/domain/links/link-page";
import { HtmlDocument } from "../html-document";
import { linkStyle } from "../page-style";
import { linkTitle } from "./link-title";
import { LinkView } from "./link-view";

/** A link's page as a whole document, for the answers of forms. */
export const LinkHtml = (document: LinkDocument) => (
  <HtmlDocument
    language={document.language}
    title={linkTitle(document)}
    nonce={document.nonce}
    style={linkStyle}
  >
    <LinkView document={document} />
  </HtmlDocument>
);
