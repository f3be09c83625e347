import { WordsWithCode } from "./guide-text";

/** Renders a table of figures. A table that is wider than the page scrolls inside its own section. */
export function GuideTable(props: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  const { caption, heads, rows } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="scroll" aria-label={caption} tabIndex={0}>
      <table className="figures">
        <caption>{caption}</caption>
        <TableHeads heads={heads} />
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join(" ")}>
              {heads.map((head, i) => (
                <td key={head}>{cells[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Renders the header row of a table. */
export const TableHeads = ({ heads }: { readonly heads: readonly string[] }) => (
  <thead>
    <tr>
      {heads.map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
    </tr>
  </thead>
);

/**
 * Renders a table of texts whose first cell names the row. On a narrow screen the style sheet shows it as a list of
 * cards.
 */
export function GuideStacked(props: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly [name: string, ...facts: string[]])[];
}) {
  const { caption, heads, rows } = props;
  return (
    <table className="stacked">
      <caption>{caption}</caption>
      <TableHeads heads={heads} />
      <tbody>
        {rows.map(([name, ...facts]) => (
          <tr key={name}>
            <th scope="row">
              <WordsWithCode text={name} />
            </th>
            {facts.map((fact, i) => (
              <td key={heads[i + 1]} data-label={heads[i + 1]}>
                <WordsWithCode text={fact} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
