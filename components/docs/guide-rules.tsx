import { WordsWithCode } from "./words-with-code";

/** A sentence and what follows from it, in a list; steps are numbered. */
export interface RuleWords {
  readonly intro: string;
  readonly rules: readonly string[];
}

export function GuideRules({ intro, rules, areSteps }: RuleWords & { readonly areSteps?: boolean }) {
  const List = areSteps ? "ol" : "ul";
  return (
    <>
      <p>
        <WordsWithCode text={intro} />
      </p>
      <List className="rules">
        {rules.map((text) => (
          <li key={text}>
            <WordsWithCode text={text} />
          </li>
        ))}
      </List>
    </>
  );
}
