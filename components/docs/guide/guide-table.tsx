import { TableHeads } from "./table-heads";

/** Renders a table of figures. A table that is wider than the page scrolls inside its own section. */
export function GuideTable(props: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  const { caption, heads, rows } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
