import type { LinkDocument, LinkPage } from "@/server/domain/link-page";
import { LinkSummary } from "./link-summary";
import { stateWordsIn } from "./state-dictionary";

interface OpenPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "open" }>;
}

/** What is to be paid. */
export function OpenPage({ document, page }: OpenPageProps) {
  const words = stateWordsIn(document.language);
  return (
    <div className="story">
      <h1>{words.openTitle(page.face.merchantName)}</h1>
      <LinkSummary face={page.face} words={words} hasDeadline />
    </div>
  );
}
