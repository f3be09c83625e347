import type { PayTexts } from "@/messages/pay-texts";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { formPath } from "../paths";
import { SummaryFacts } from "./link-summary";
import { StateMessage } from "./state-message";
import { toFailureSentences } from "./state-sentences";

interface FailedPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "failed" }>;
  readonly texts: PayTexts;
}

/** Renders the page after a failed attempt that took no money. The same link can be paid again. */
export const FailedPage = ({ document, page, texts }: FailedPageProps) => (
  <StateMessage state="failed" sentences={toFailureSentences(page.failure, texts.t)} texts={texts}>
    <a className="button" href={formPath(document)}>
      {texts.t("tryAgain")}
    </a>
    <SummaryFacts summary={page.summary} texts={texts} hasDeadline />
  </StateMessage>
);
