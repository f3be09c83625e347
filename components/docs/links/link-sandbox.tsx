import { days, seconds } from "@/server/domain/clock";
import { formatCurl } from "../guide/format-curl";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import { validityDays } from "./link-example";
import type { LinkWords } from "./link-words";

const key = "SANDBOX_KEY";

/** Explains how to produce every state of a link in the sandbox. */
export function LinkSandbox(props: { words: LinkWords["sandbox"]; cards: string; origin: string }) {
  const { words, cards, origin } = props;
  const partner = `${origin}/sandbox/partners/$PARTNER_ID`;
  const advanceSeconds = days(validityDays) / seconds(1);
  const steps: [text: string, command: string][] = [
    [words.expire, formatCurl("POST", `${origin}/sandbox/clock`, key, { advanceSeconds })],
    [words.switchOff, formatCurl("PATCH", partner, key, { paymentLinksEnabled: false })],
    [words.hold, formatCurl("PATCH", partner, key, { acceptanceHeld: true })],
  ];
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideTerms terms={words.cards} />
      {steps.map(([text, command]) => (
        <div key={text}>
          <p>
            <WordsWithCode text={text} />
          </p>
          <pre translate="no">{command}</pre>
        </div>
      ))}
      <p>
        <WordsWithCode text={words.more} /> {words.testCards} <a href="/docs/test-cards">{cards}</a>
      </p>
    </>
  );
}
