import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { LinkSummary } from "./link-summary";
import { pagePath } from "./paths";
import type { StateWords } from "./state-words";
import { Story } from "./story";

type InfoPageKind = "expired" | "cancelled" | "feature_off" | "on_hold" | "suspended";

interface InfoPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: InfoPageKind }>;
  readonly words: StateWords;
}

/** Nothing can be paid here: says so, and whom to ask; where it may change, the page can be asked for again. */
export function InfoPage({ document, page: { kind, face }, words }: InfoPageProps) {
  const isOver = kind === "expired" || kind === "cancelled";
  return (
    <Story state={isOver ? kind : "unavailable"} sentences={words.info[kind]} words={words}>
      <LinkSummary face={face} words={words} hasDeadline={kind !== "cancelled"} />
      {isOver ? null : (
        <p className="again">
          <a href={pagePath(document)}>{words.progress.refresh}</a>
        </p>
      )}
    </Story>
  );
}
