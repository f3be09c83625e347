import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import type { LinkWords } from "./link-words";

/** The number of calls per minute, and the seconds to wait after the limit is exceeded (§8.3). */
export interface LinkBudgetFigures {
  readonly writes: number;
  readonly reads: number;
  readonly address: number;
  readonly retryAfterSeconds: number;
}

export function LinkBudgets(props: { words: LinkWords["budgets"]; figures: LinkBudgetFigures }) {
  const { words, figures } = props;
  const subjects = ["writes", "reads", "address"] as const;
  return (
    <>
      <p>{words.intro}</p>
      <GuideTerms terms={subjects.map((subject) => [words.subjects[subject], words.perMinute(figures[subject])])} />
      <p>
        <WordsWithCode text={words.after(figures.retryAfterSeconds)} />
      </p>
    </>
  );
}
