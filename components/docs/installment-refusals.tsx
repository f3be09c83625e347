import { GuideRules } from "./guide-rules";
import { GuideStacked } from "./guide-stacked";
import type { InstallmentWords } from "./installment-words";
import { WordsWithCode } from "./words-with-code";

/** The reasons of §7.3 as a table. */
export function InstallmentRefusals({ words }: { words: InstallmentWords["refusals"] }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={words.reasons} />
      <GuideRules intro={words.consequences} rules={words.rules} />
    </>
  );
}
