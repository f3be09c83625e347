import { GuideRules } from "./guide-rules";
import type { InstallmentWords } from "./installment-words";
import { TableHeads } from "./table-heads";
import { WordsWithCode } from "./words-with-code";

/** The reasons of §7.3 as a table, which is a list of cards where the page is narrow. */
export function InstallmentRefusals({ words }: { words: InstallmentWords["refusals"] }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <table className="stacked">
        <caption>{words.caption}</caption>
        <TableHeads heads={words.heads} />
        <tbody>
          {words.reasons.map(([why, ...facts]) => (
            <tr key={why}>
              <th scope="row">
                <WordsWithCode text={why} />
              </th>
              {facts.map((fact, i) => (
                <td key={words.heads[i + 1]} data-label={words.heads[i + 1]}>
                  <WordsWithCode text={fact} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <GuideRules intro={words.consequences} rules={words.rules} />
    </>
  );
}
