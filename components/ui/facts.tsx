import type { ReactNode } from "react";

export interface Fact {
  readonly term: string;
  readonly value: ReactNode;
}

/** A description list of names and values; on a phone each value is below its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line rounded-card border border-line">
      {facts.map(({ term, value }) => (
        <div key={term} className="grid gap-x-4 px-4 py-2 sm:grid-cols-[minmax(9rem,14rem)_1fr]">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
