import type { ReactNode } from "react";
import type { LinkItem } from "@/server/domain/links/link-page";

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

/** The number of items that are shown at once; a longer list would push the total and the button off the screen. */
export const shownAtOnce = 10;

/** Returns the items that are folded behind a summary line. */
export const listFoldedItems = (items: readonly LinkItem[]): readonly LinkItem[] => items.slice(shownAtOnce);
