import type { Language } from "@/server/domain/errors";
import { curl } from "./curl";
import { GuideTerms } from "./guide-terms";
import type { InstallmentWords } from "./installment-words";
import { WordsWithCode } from "./words-with-code";

const key = "SANDBOX_KEY";
const linkToCards = { tr: "Test kartları", en: "Test cards" };

/** Terminals, cards and settings of the sandbox with which every answer can be seen. */
export function InstallmentSandbox(props: {
  words: InstallmentWords["sandbox"];
  language: Language;
  origin: string;
}) {
  const { words, language, origin } = props;
  const steps: [text: string, command: string][] = [
    [
      words.setTerminal,
      curl("PATCH", `${origin}/sandbox/terminals/$TERMINAL_ID`, key, { effectiveCounts: [1, 3] }),
    ],
    [
      words.narrowAccount,
      curl("PATCH", `${origin}/sandbox/partners/$PARTNER_ID`, key, { installmentCounts: [1, 3] }),
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
        <WordsWithCode text={words.more} /> {words.testCards}{" "}
        <a href="/docs/test-cards">{linkToCards[language]}</a>
      </p>
    </>
  );
}
