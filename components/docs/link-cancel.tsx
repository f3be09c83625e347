import { curl } from "./curl";
import { GuideRules } from "./guide-rules";
import { GuideTerms } from "./guide-terms";
import type { LinkWords } from "./link-words";
import { WordsWithCode } from "./words-with-code";

/** Cancelling, and what may be quicker (§4.4, D-10). */
export const LinkCancel = ({ words, apiOrigin }: { words: LinkWords["cancel"]; apiOrigin: string }) => (
  <>
    <p>
      <WordsWithCode text={words.intro} />
    </p>
    <pre translate="no">{curl("DELETE", `${apiOrigin}/v1/payment-links/$LINK_ID`, "API_KEY")}</pre>
    <GuideTerms terms={words.answers} />
    <GuideRules {...words.races} />
  </>
);
