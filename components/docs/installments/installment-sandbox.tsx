import type { Language } from "@/server/domain/errors";
import { formatCurl } from "../guide/format-curl";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import type { InstallmentWords } from "./installment-words";

const key = "SANDBOX_KEY";
const linkToCards = { tr: "Test kartları", en: "Test cards" };

/** Lists the terminals, cards and settings of the sandbox that produce every possible answer. */
export function InstallmentSandbox(props: { words: InstallmentWords["sandbox"]; language: Language; origin: string }) {
  const { words, language, origin } = props;
  const steps: [text: string, command: string][] = [
    [
      words.setTerminal,
      formatCurl("PATCH", `${origin}/sandbox/terminals/$TERMINAL_ID`, key, { effectiveCounts: [1, 3] }),
    ],
    [
      words.narrowAccount,
      formatCurl("PATCH", `${origin}/sandbox/partners/$PARTNER_ID`, key, { installmentCounts: [1, 3] }),
    ],
  ];
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideTerms terms={words.terminals} />
      <p>{words.digits}</p>
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
        <WordsWithCode text={words.more} /> {words.testCards} <a href="/docs/test-cards">{linkToCards[language]}</a>
      </p>
    </>
  );
}
