import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { pagePath } from "../paths";
import { SummaryFacts } from "./link-summary";
import { StateMessage } from "./state-message";
import type { StateWords } from "./state-words";

type InfoPageKind = "expired" | "cancelled" | "feature_off" | "on_hold" | "suspended";

interface InfoPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: InfoPageKind }>;
  readonly words: StateWords;
}

/**
 * Renders the page of a link that cannot be paid, with a contact. A state that may change has a link to reload the
 * page.
 */
export function InfoPage({ document, page: { kind, summary }, words }: InfoPageProps) {
  const isFinal = kind === "expired" || kind === "cancelled";
  return (
    <StateMessage state={isFinal ? kind : "unavailable"} sentences={words.info[kind]} words={words}>
      <SummaryFacts summary={summary} words={words} hasDeadline={kind !== "cancelled"} />
      {isFinal ? null : (
        <p className="again">
          <a href={pagePath(document)}>{words.progress.refresh}</a>
        </p>
      )}
    </StateMessage>
  );
}
