import type { LinkItem } from "@/server/domain/links/link-page";

/** So many items leave the total, and what is to be done, within reach. */
export const shownAtOnce = 10;

/** The items that stand below a line to press. */
export const restOf = (items: readonly LinkItem[]): readonly LinkItem[] => items.slice(shownAtOnce);
