import type { PayTexts } from "@/messages/pay-texts";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { TraceId } from "../../trace-id";
import { formPath, pagePath } from "../paths";
import { StateMessage } from "./state-message";
import { toObstacleSentences } from "./state-sentences";

interface ObstaclePageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "limit" | "unknown" | "trouble" }>;
  readonly texts: PayTexts;
}

/** Renders a problem that is not a state of the link itself, with a link back to the payment link if there is one. */
export const ObstaclePage = ({ document, page, texts }: ObstaclePageProps) => (
  <StateMessage state={null} sentences={toObstacleSentences(page, texts.t)} texts={texts}>
    {document.token !== "" && hasLink(page) ? (
      <a className="button" href={canRetryAtOnce(page) ? formPath(document) : pagePath(document)}>
        {texts.t(page.kind === "limit" ? "tryAgain" : "link.backToLink")}
      </a>
    ) : null}
    {page.kind === "unknown" ? null : <TraceId texts={texts} traceId={document.traceId} />}
  </StateMessage>
);

const noLink: ReadonlySet<string> = new Set(["not_found", "payment_link_not_found"]);

/**
 * Returns whether there is a link to go back to. A refusal before the link was read has no summary, but it has an
 * address.
 */
const hasLink = (page: ObstaclePageProps["page"]): boolean =>
  page.kind === "limit" || (page.kind === "trouble" && !noLink.has(page.trouble.name));

/** Returns whether the buyer can retry at once. The way back then skips the page about an earlier card's failure. */
const canRetryAtOnce = (page: ObstaclePageProps["page"]): boolean =>
  page.kind === "limit" ||
  (page.kind === "trouble" && (page.trouble.name === "rate_limited" || page.trouble.name === "cards_paused"));
