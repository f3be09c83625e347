import { statusOf } from "@/server/domain/errors";
import { type RefundRule, type RefundWay, refundRules } from "@/server/domain/refunds/refund-policy";
import { GuideRules } from "./guide-rules";
import { GuideStacked } from "./guide-stacked";
import type { RefundWords } from "./refund-words";
import { WordsWithCode } from "./words-with-code";

type Words = RefundWords["methods"];

/** The table that decides (D-25), as words; what few terminals have stands last. */
export function RefundMethods({ words }: { words: Words }) {
  const usual = refundRules.filter(({ direct }) => !direct);
  const direct = refundRules.filter(({ direct }) => direct);
  const rows = [...usual, ...direct].map(
    (rule) => [askedBy(rule, words), outcomeOf(rule.sameDay), outcomeOf(rule.later)] as const,
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

function askedBy({ way, direct, whole, credited }: RefundRule, words: Words): string {
  const endpoint = way === "any" ? words.any : endpoints[way];
  const conditions = [
    whole === undefined ? null : whole ? words.whole : words.part,
    credited === undefined ? null : credited ? words.credited : words.uncredited,
  ].filter((condition) => condition !== null);
  const unconditional = way === "credit" ? words.either : words.otherwise;
  const asked = `${endpoint}: ${conditions.join(", ") || unconditional}`;
  return direct ? `${words.direct}, ${asked}` : asked;
}

const outcomeOf = (outcome: RefundRule["sameDay"]): string =>
  outcome === "void" || outcome === "credit" ? `\`${outcome}\`` : `${statusOf(outcome)} \`${outcome}\``;
