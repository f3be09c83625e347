import type { ReactNode } from "react";

interface MoreItemsProps {
  /** How many there are. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** The rest of a long list: opens on demand, without a script, and is always printed. */
export const MoreItems = ({ summary, children }: MoreItemsProps) => (
  <details className="more">
    <summary>{summary}</summary>
    {children}
  </details>
);
