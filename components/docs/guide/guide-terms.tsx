import { WordsWithCode } from "./words-with-code";

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
