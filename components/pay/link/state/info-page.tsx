import type { PayTexts } from "@/messages/pay-texts";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { pagePath } from "../paths";
import { SummaryFacts } from "./link-summary";
import { StateMessage } from "./state-message";
import { toInfoSentences } from "./state-sentences";

type InfoPageKind = "expired" | "cancelled" | "feature_off" | "on_hold" | "suspended";

interface InfoPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: InfoPageKind }>;
  readonly texts: PayTexts;
}

/**
 * Renders the page of a link that cannot be paid, with a contact. A state that may soon change has a link to reload the
 * page; an amount that the merchant does not take offers no retry (D-57).
 */
export function InfoPage({ document, page, texts }: InfoPageProps) {
  const { kind, summary } = page;
  const isFinal = kind === "expired" || kind === "cancelled";
  return (
    <StateMessage state={isFinal ? kind : "unavailable"} sentences={toInfoSentences(page, texts.t)} texts={texts}>
      <SummaryFacts summary={summary} texts={texts} hasDeadline={kind !== "cancelled"} />
      {isFinal || "reason" in page ? null : (
        <p className="again">
          <a href={pagePath(document)}>{texts.t("link.progress.refresh")}</a>
        </p>
      )}
    </StateMessage>
  );
}
