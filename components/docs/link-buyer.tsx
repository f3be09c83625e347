import { maskPayerName } from "@/server/domain/links/payer-name";
import { GuideRules } from "./guide-rules";
import { payerName } from "./link-example";
import type { LinkWords } from "./link-words";
import { WordsWithCode } from "./words-with-code";

/** The buyer's way through the page, and what the account's state changes about it (§3.1). */
export const LinkBuyer = ({ words }: { words: LinkWords["buyer"] }) => (
  <>
    <GuideRules {...words.steps} areSteps />
    <p>
      <WordsWithCode text={words.masked(payerName, maskPayerName(payerName))} />
    </p>
    <p>{words.account}</p>
  </>
);
