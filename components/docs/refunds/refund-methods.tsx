import { toHttpStatus } from "@/server/domain/errors";
import { type RefundRule, type RefundWay, refundRules } from "@/server/domain/refunds/refund-policy";
import { GuideRules } from "../guide/guide-rules";
import { GuideStacked } from "../guide/guide-stacked";
import { WordsWithCode } from "../guide/words-with-code";
import type { RefundWords } from "./refund-words";

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
