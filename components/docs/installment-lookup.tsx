import { curl } from "./curl";
import { GuideRules } from "./guide-rules";
import { GuideTerms } from "./guide-terms";
import { asked, lookupAnswer } from "./installment-example";
import type { InstallmentWords } from "./installment-words";
import { WordsWithCode } from "./words-with-code";
import { writtenJson } from "./written-json";

/** What the look-up for a card tells, and what is to be made of it (§4.9, D-32). */
export function InstallmentLookup({ words, origin }: { words: InstallmentWords["lookup"]; origin: string }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.example} />
      </p>
      <pre translate="no">{curl("POST", `${origin}/v1/installment-options`, "API_KEY", asked)}</pre>
      <pre translate="no">{writtenJson(lookupAnswer())}</pre>
      <GuideRules intro={words.intro} rules={words.rules} />
      <GuideTerms terms={words.answers} />
      <p>
        <WordsWithCode text={words.digits} />
      </p>
    </>
  );
}
