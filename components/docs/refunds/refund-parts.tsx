import type { Language } from "@/server/domain/errors";
import { GuideRules } from "../guide/guide-rules";
import { GuideSamples } from "../guide/guide-samples";
import { GuideStacked } from "../guide/guide-stacked";
import { WordsWithCode } from "../guide/words-with-code";
import { exampleNets } from "./refund-example";
import { refundSamples } from "./refund-samples";
import type { RefundWords } from "./refund-words";

/** Explains the two ways in which a bank returns money. */
export const RefundKinds = ({ words }: { words: RefundWords["kinds"] }) => (
  <>
    <p>{words.intro}</p>
    <GuideStacked caption={words.caption} heads={words.heads} rows={words.rows} />
  </>
);

/** Lists the steps after a broken connection, with a program that takes them (D-27). */
export const RefundLost = ({ words }: { words: RefundWords["lost"] }) => (
  <>
    <GuideRules {...words.steps} areSteps />
    <p>{words.program}</p>
    <GuideSamples samples={refundSamples} path="/docs/refunds" asFile={words.asFile} />
  </>
);

/** Explains the effect of a refund on the commission, with amounts (D-28). */
export function RefundCommission(props: { words: RefundWords["commission"]; language: Language }) {
  const { words, language } = props;
  return (
    <>
      <GuideRules intro={words.intro} rules={words.rules} />
      <GuideStacked caption={words.caption} heads={words.heads} rows={exampleNets(words, language)} />
    </>
  );
}

/** States how many refunds can be started per minute (§8.3). */
export const RefundBudget = ({ words, starts }: { words: RefundWords["budgets"]; starts: number }) => (
  <>
    <p>{words.perMinute(starts)}</p>
    <p>
      <WordsWithCode text={words.after} />
    </p>
  </>
);
