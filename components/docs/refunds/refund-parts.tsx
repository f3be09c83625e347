import { type Language, toHttpStatus } from "@/server/domain/errors";
import { type RefundRule, type RefundWay, refundRules } from "@/server/domain/refunds/refund-policy";
import { GuideSamples } from "../guide/guide-samples";
import { GuideStacked } from "../guide/guide-tables";
import { GuideRules, WordsWithCode } from "../guide/guide-text";
import { exampleNets, refundSamples } from "./refund-example";
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

type Words = RefundWords["methods"];

/** Renders the decision table of refunds (D-25) in words; the rows that concern few terminals come last. */
export function RefundMethods({ words }: { words: Words }) {
  const usual = refundRules.filter(({ direct }) => !direct);
  const direct = refundRules.filter(({ direct }) => direct);
  const rows = [...usual, ...direct].map(
    (rule) => [describeRequest(rule, words), describeOutcome(rule.sameDay), describeOutcome(rule.later)] as const,
  );
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={rows} />
      <GuideRules {...words.rules} />
    </>
  );
}

const endpoints: Readonly<Record<RefundWay, string>> = {
  automatic: "`/refunds`",
  void: "`/refunds/void`",
  credit: "`/refunds/credit`",
};

function describeRequest({ way, direct, whole, credited }: RefundRule, words: Words): string {
  const endpoint = way === "any" ? words.any : endpoints[way];
  const conditions = [
    whole === undefined ? null : whole ? words.whole : words.part,
    credited === undefined ? null : credited ? words.credited : words.uncredited,
  ].filter((condition) => condition !== null);
  const unconditional = way === "credit" ? words.either : words.otherwise;
  const asked = `${endpoint}: ${conditions.join(", ") || unconditional}`;
  return direct ? `${words.direct}, ${asked}` : asked;
}

const describeOutcome = (outcome: RefundRule["sameDay"]): string =>
  outcome === "void" || outcome === "credit" ? `\`${outcome}\`` : `${toHttpStatus(outcome)} \`${outcome}\``;
