import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { LinkSummary } from "./link-summary";
import { formPath } from "./paths";
import { failureSentences } from "./state-sentences";
import type { StateWords } from "./state-words";
import { Story } from "./story";

interface FailedPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "failed" }>;
  readonly words: StateWords;
}

/** The last attempt took nothing; the same link can be paid again. */
export const FailedPage = ({ document, page, words }: FailedPageProps) => (
  <Story state="failed" sentences={failureSentences(page.failure, words)} words={words}>
    <a className="button" href={formPath(document)}>
      {words.tryAgain}
    </a>
    <LinkSummary face={page.face} words={words} hasDeadline />
  </Story>
);
