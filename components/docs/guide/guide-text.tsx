/** Renders a text; the parts between backticks become code. */
export function WordsWithCode({ text }: { readonly text: string }) {
  const parts = text.split("`").map((part, i) => ({ part, isCode: i % 2 === 1, key: `${i} ${part}` }));
  return parts.map(({ part, isCode, key }) => (isCode ? <code key={key}>{part}</code> : part));
}

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

/** Renders names or values with their meanings. */
export function GuideTerms({ terms }: { readonly terms: readonly (readonly [term: string, is: string])[] }) {
  return (
    <dl>
      {terms.map(([term, is]) => (
        <div key={term}>
          <dt>
            <WordsWithCode text={term} />
          </dt>
          <dd>
            <WordsWithCode text={is} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
