import { TableHeads } from "./table-heads";
import { WordsWithCode } from "./words-with-code";

/** Renders a table of texts whose first cell names the row. On a narrow screen the style sheet shows it as a list of cards. */
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
