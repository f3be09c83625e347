import type { ReactNode } from "react";

export interface Figure {
  readonly term: string;
  /** The number itself. */
  readonly value: ReactNode;
  /** What it is made of. */
  readonly note?: ReactNode;
  /** What it is compared with. */
  readonly comparison?: ReactNode;
}

/** Numbers that are looked at first: large, with what they mean under them. */
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
