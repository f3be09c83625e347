import { days, seconds } from "@/server/domain/clock";
import { curl } from "./curl";
import { GuideTerms } from "./guide-terms";
import type { RefundWords, SandboxStep } from "./refund-words";
import { WordsWithCode } from "./words-with-code";

const key = "SANDBOX_KEY";

/** How every outcome of a refund can be seen in the sandbox. */
export function RefundSandbox(props: { words: RefundWords["sandbox"]; cards: string; origin: string }) {
  const { words, cards, origin } = props;
  const bank = `${origin}/sandbox/bank`;
  const advanceSeconds = days(1) / seconds(1);
  const commands: Readonly<Record<SandboxStep, string>> = {
    dayEnd: curl("POST", `${origin}/sandbox/clock`, key, { advanceSeconds }),
    moveDayEnd: curl("PATCH", `${origin}/sandbox/terminals/$TERMINAL_ID`, key, { dayEndLocal: "18:00" }),
    slow: curl("PATCH", bank, key, { latencyMs: 10_000, operations: ["void", "credit"] }),
    sameDay: curl("PATCH", bank, key, { refuseSameDayCredit: true }),
    ledger: curl("GET", `${bank}/ledger`, key),
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
