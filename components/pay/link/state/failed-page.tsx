import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { formPath } from "../paths";
import { SummaryFacts } from "./link-summary";
import { StateMessage } from "./state-message";
import { toFailureSentences } from "./state-sentences";
import type { StateWords } from "./state-words";

interface FailedPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "failed" }>;
  readonly words: StateWords;
}

/** Renders the page after a failed attempt that took no money. The same link can be paid again. */
export const FailedPage = ({ document, page, words }: FailedPageProps) => (
  <StateMessage state="failed" sentences={toFailureSentences(page.failure, words)} words={words}>
    <a className="button" href={formPath(document)}>
      {words.tryAgain}
    </a>
    <SummaryFacts summary={page.summary} words={words} hasDeadline />
  </StateMessage>
);
