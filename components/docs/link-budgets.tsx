import { GuideTerms } from "./guide-terms";
import type { LinkWords } from "./link-words";
import { WordsWithCode } from "./words-with-code";

/** Calls a minute, and the seconds to wait beyond them (§8.3). */
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
      <GuideTerms
        terms={subjects.map((subject) => [words.subjects[subject], words.perMinute(figures[subject])])}
      />
      <p>
        <WordsWithCode text={words.after(figures.retryAfterSeconds)} />
      </p>
    </>
  );
}
