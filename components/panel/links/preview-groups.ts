import type { LinkPreview } from "./link-type";

export type PreviewCard = LinkPreview["cards"][number];
export type PreviewOption = PreviewCard["options"][number];

/** Cards that are offered just the same. */
export interface PreviewGroup {
  readonly cards: readonly PreviewCard[];
  readonly options: readonly PreviewOption[];
}

/** Cards together whose options are the same, in the order of the first of each; those that are offered nothing come last. */
export function previewGroups(cards: readonly PreviewCard[]): PreviewGroup[] {
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
