import type { ReactNode } from "react";

export interface Figure {
  readonly term: string;
  /** The figure. */
  readonly value: ReactNode;
  /** What the figure consists of. */
  readonly note?: ReactNode;
  /** The comparison with an earlier period. */
  readonly comparison?: ReactNode;
}

/** The key figures, in large type with their explanation below. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
      {figures.map(({ term, value, note, comparison }) => (
        <div key={term} className="min-w-min grow basis-36 bg-paper sm:basis-52 px-4 py-3">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="mt-0.5 text-xl font-semibold tracking-tight sm:text-2xl">{value}</dd>
          {note && <dd className="text-ink-soft">{note}</dd>}
          {comparison && <dd className="text-ink-soft">{comparison}</dd>}
        </div>
      ))}
    </dl>
  );
}
