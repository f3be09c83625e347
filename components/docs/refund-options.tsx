import { obstacles } from "@/server/domain/refunds/refund-policy";
import { GuideTerms } from "./guide-terms";
import { exampleOptions } from "./refund-example";
import type { RefundWords } from "./refund-words";
import { WordsWithCode } from "./words-with-code";
import { writtenJson } from "./written-json";

/** What a payment says of what can be refunded now (D-18). */
export const RefundOptions = ({ words }: { words: RefundWords["options"] }) => (
  <>
    <p>
      <WordsWithCode text={words.intro} />
    </p>
    <pre translate="no">{writtenJson(exampleOptions())}</pre>
    <GuideTerms terms={words.fields} />
    <p>
      <WordsWithCode text={words.why} />
    </p>
    <GuideTerms terms={obstacles.map((reason) => [`\`${reason}\``, words.reasons[reason]])} />
  </>
);
