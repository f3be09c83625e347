import { curl } from "./curl";
import { GuideRules } from "./guide-rules";
import { GuideTerms } from "./guide-terms";
import { exampleAnswer, exampleRequest } from "./refund-example";
import type { RefundWords } from "./refund-words";
import { WordsWithCode } from "./words-with-code";
import { writtenJson } from "./written-json";

const path = "/v1/payments/$PAYMENT_CODE/refunds";

/** How a refund is begun, by the three endpoints (§4.8, D-27). */
export function RefundStart({ words, apiOrigin }: { words: RefundWords["start"]; apiOrigin: string }) {
  return (
    <>
      <p>{words.example}</p>
      <pre translate="no">{curl("POST", apiOrigin + path, "API_KEY", exampleRequest)}</pre>
      <p>
        <WordsWithCode text={words.answer} />
      </p>
      <pre translate="no">{writtenJson(exampleAnswer)}</pre>
      <GuideTerms terms={words.fields} />
      <p>{words.ways}</p>
      <GuideTerms
        terms={[
          ["`POST …/refunds`", words.endpoints.automatic],
          ["`POST …/refunds/void`", words.endpoints.void],
          ["`POST …/refunds/credit`", words.endpoints.credit],
        ]}
      />
      <GuideRules intro={words.intro} rules={words.rules} />
    </>
  );
}
