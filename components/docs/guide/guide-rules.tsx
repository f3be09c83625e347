import { WordsWithCode } from "./words-with-code";

/** An introduction and a list of rules. */
export interface RuleWords {
  readonly intro: string;
  readonly rules: readonly string[];
}

/** Renders the rules below their introduction; `areSteps` numbers them. */
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
