import type { PanelOutputs } from "../outputs";

type PrintedContent = PanelOutputs["document"]["receipt"]["document"];
type Block = PrintedContent["blocks"][number];

/** A document as a sheet of paper. It uses print colours even in dark mode. */
export function PrintedDocument({ content }: { content: PrintedContent }) {
  const { language, issuer, reference, title, lines, figure, blocks, footer } = content;
  return (
    <article
      lang={language}
      className="print-sheet mx-auto rounded-card border border-line px-6 py-8 sm:px-10 print:rounded-none print:border-0 print:p-0"
    >
      <header className="mb-6">
        <p className="flex items-baseline justify-between gap-4 border-b border-line pb-3">
          <strong className="text-base">{issuer}</strong>
          <span>{reference}</span>
        </p>
        <h1 className="mt-5 text-2xl font-semibold">{title}</h1>
        {lines.map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
        {figure && (
          <p className="mt-4">
            <span className="block">{figure.term}</span>
            <strong className="text-3xl font-semibold whitespace-nowrap">{figure.value}</strong>
          </p>
        )}
      </header>
      {blocks.map((block, index) => (
        // The blocks of a document keep their places.
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names and never move
        <section key={index} className="mb-5 break-inside-avoid">
          {block.title && <h2 className="mb-1 font-semibold">{block.title}</h2>}
          <BlockContent block={block} />
        </section>
      ))}
      <footer className="text-xs">{footer}</footer>
    </article>
  );
}

function BlockContent({ block }: { block: Block }) {
  if (block.kind === "text") return <p className={block.isQuiet ? "text-xs" : ""}>{block.text}</p>;
  if (block.kind === "table") return <TotalsTable table={block} />;
  return (
    <dl className="divide-y divide-line border-y border-line">
      {block.facts.map(({ term, value }) => (
        <div key={term} className="grid gap-x-4 py-1.5 sm:grid-cols-[14rem_1fr] print:grid-cols-[14rem_1fr]">
          <dt>{term}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function TotalsTable({ table: { columns, rows, totals } }: { table: Extract<Block, { kind: "table" }> }) {
  const place = (index: number) => `px-2 py-1.5 ${columns[index]?.align === "right" ? "text-right" : "text-left"}`;
  const lines = totals ? [...rows, totals] : rows;
  return (
    <table className="w-full border-y border-line max-sm:text-xs">
      <thead>
        <tr>
          {columns.map(({ head }, index) => (
            <th key={head} scope="col" className={`${place(index)} font-semibold`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map((cells) => (
          <tr key={cells[0]} className={cells === totals ? "font-semibold" : ""}>
            {cells.map((cell, index) => (
              <td key={columns[index]?.head} className={place(index)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
