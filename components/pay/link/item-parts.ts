import type { LinkItem } from "@/server/domain/links/link-page";

/** The number of items that are shown at once; a longer list would push the total and the button off the screen. */
export const shownAtOnce = 10;

/** Returns the items that are folded behind a summary line. */
export const listFoldedItems = (items: readonly LinkItem[]): readonly LinkItem[] => items.slice(shownAtOnce);
