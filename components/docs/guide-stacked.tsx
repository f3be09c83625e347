import { TableHeads } from "./table-heads";
import { WordsWithCode } from "./words-with-code";

/** A table of words, the first cell naming the row; where the page is narrow it is a list of cards. */
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
