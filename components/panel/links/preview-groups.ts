import type { LinkPreview } from "./link-types";

export type PreviewCard = LinkPreview["cards"][number];
export type PreviewOption = PreviewCard["options"][number];

/** Cards with the same options. */
export interface PreviewGroup {
  readonly cards: readonly PreviewCard[];
  readonly options: readonly PreviewOption[];
}

/** Groups cards with the same options, in the order of their first card. Cards without options come last. */
export function groupPreviewCards(cards: readonly PreviewCard[]): PreviewGroup[] {
  const groups = new Map<string, PreviewCard[]>();
  for (const card of cards) {
    const key = card.options.map(optionKey).join();
    groups.set(key, [...(groups.get(key) ?? []), card]);
  }
  return [...groups.values()]
    .map((same) => ({ cards: same, options: same[0]?.options ?? [] }))
    .sort((a, b) => Number(a.options.length === 0) - Number(b.options.length === 0));
}

const optionKey = ({ installmentCount, totalKurus, commissionKurus }: PreviewOption): string =>
  `${installmentCount}:${totalKurus}:${commissionKurus}`;
