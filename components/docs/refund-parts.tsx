import type { Language } from "@/server/domain/errors";
import { GuideRules } from "./guide-rules";
import { GuideSamples } from "./guide-samples";
import { GuideStacked } from "./guide-stacked";
import { exampleNets } from "./refund-example";
import { refundSamples } from "./refund-samples";
import type { RefundWords } from "./refund-words";
import { WordsWithCode } from "./words-with-code";

/** The two ways in which a bank gives money back. */
export const RefundKinds = ({ words }: { words: RefundWords["kinds"] }) => (
  <>
    <p>{words.intro}</p>
    <GuideStacked caption={words.caption} heads={words.heads} rows={words.rows} />
  </>
);

/** After a broken connection: the steps, and a program that takes them (D-27). */
export const RefundLost = ({ words }: { words: RefundWords["lost"] }) => (
  <>
    <GuideRules {...words.steps} areSteps />
    <p>{words.program}</p>
    <GuideSamples samples={refundSamples} path="/docs/refunds" asFile={words.asFile} />
  </>
);

/** What becomes of the commission, in figures too (D-28). */
export function RefundCommission(props: { words: RefundWords["commission"]; language: Language }) {
  const { words, language } = props;
  return (
    <>
      <GuideRules intro={words.intro} rules={words.rules} />
      <GuideStacked caption={words.caption} heads={words.heads} rows={exampleNets(words, language)} />
    </>
  );
}

/** How many refunds can be begun in a minute (§8.3). */
export const RefundBudget = ({ words, starts }: { words: RefundWords["budgets"]; starts: number }) => (
  <>
    <p>{words.perMinute(starts)}</p>
    <p>
      <WordsWithCode text={words.after} />
    </p>
  </>
);
