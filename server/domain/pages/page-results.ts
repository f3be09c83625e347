import { days } from "../clock";
import { jsonObject } from "../fields";

/** What the comparison of a page with the inventory found. */
const pageResults = ["equal", "changed", "unreachable"] as const;
export type PageResult = (typeof pageResults)[number];

/** How long comparisons are kept, ms. PCI DSS asks for a year of evidence. */
export const pageChecksKeptMs = days(400);

/** The statuses by which a proxy says that the product does not answer, for example while it is deployed. */
export const isUnreachableStatus = (status: number): boolean => status >= 502 && status <= 504;

/** How many sentences an alert contains. */
const toldMax = 3;

/** Sums up what differs in one text for an alert. */
export function tellDifferences(differences: readonly string[]): string {
  const told = differences.slice(0, toldMax).join(" ");
  const more = differences.length - toldMax;
  return more > 0 ? `${told} There ${more === 1 ? "is 1 more difference" : `are ${more} more differences`}.` : told;
}

/** The input of the button that compares the pages now. */
export const checkPagesInput = jsonObject({});
