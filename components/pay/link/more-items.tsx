import type { ReactNode } from "react";

interface MoreItemsProps {
  /** The summary line, which states the number of folded items. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** Folds the remaining items of a long list. They unfold without a script and are always printed. */
export const MoreItems = ({ summary, children }: MoreItemsProps) => (
  <details className="more">
    <summary>{summary}</summary>
    {children}
  </details>
);
