import { days, seconds } from "@/server/domain/clock";
import { formatCurl } from "../guide/format-curl";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import type { RefundWords, SandboxStep } from "./refund-words";

const key = "SANDBOX_KEY";

/** Explains how to produce every outcome of a refund in the sandbox. */
export function RefundSandbox(props: { words: RefundWords["sandbox"]; cards: string; origin: string }) {
  const { words, cards, origin } = props;
  const bank = `${origin}/sandbox/bank`;
  const advanceSeconds = days(1) / seconds(1);
  const commands: Readonly<Record<SandboxStep, string>> = {
    dayEnd: formatCurl("POST", `${origin}/sandbox/clock`, key, { advanceSeconds }),
    moveDayEnd: formatCurl("PATCH", `${origin}/sandbox/terminals/$TERMINAL_ID`, key, {
      dayEndLocal: "18:00",
    }),
    slow: formatCurl("PATCH", bank, key, { latencyMs: 10_000, operations: ["void", "credit"] }),
    sameDay: formatCurl("PATCH", bank, key, { refuseSameDayCredit: true }),
    ledger: formatCurl("GET", `${bank}/ledger`, key),
  };
  const steps = Object.entries(commands) as [SandboxStep, string][];
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideTerms terms={words.cards} />
      {steps.map(([step, command]) => (
        <div key={step}>
          <p>
            <WordsWithCode text={words.steps[step]} />
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
