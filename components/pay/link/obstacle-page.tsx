import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { formPath, pagePath } from "./paths";
import { obstacleSentences } from "./state-sentences";
import type { StateWords } from "./state-words";
import { Story } from "./story";

interface ObstaclePageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "limit" | "unknown" | "trouble" }>;
  readonly words: StateWords;
}

/** Something stands in the way that is not the link's own state; the link, where there is one, is one press away. */
export const ObstaclePage = ({ document, page, words }: ObstaclePageProps) => (
  <Story state={null} sentences={obstacleSentences(page, words)} words={words}>
    {document.token !== "" && isKnown(page) ? (
      <a className="button" href={isToTryAgain(page) ? formPath(document) : pagePath(document)}>
        {page.kind === "limit" ? words.tryAgain : words.backToLink}
      </a>
    ) : null}
    {page.kind === "unknown" ? null : (
      <p className="trace">
        {words.traceId}: <code>{document.traceId}</code>
      </p>
    )}
  </Story>
);

const noLink: ReadonlySet<string> = new Set(["not_found", "payment_link_not_found"]);

/** A refusal before the link was read has no face, yet an address to go back to. */
const isKnown = (page: ObstaclePageProps["page"]): boolean =>
  page.kind === "limit" || (page.kind === "trouble" && !noLink.has(page.trouble.name));

/** Nothing is the matter with the link: what became of an earlier card is not to be told in between. */
const isToTryAgain = (page: ObstaclePageProps["page"]): boolean =>
  page.kind === "limit" || (page.kind === "trouble" && page.trouble.name === "rate_limited");
