import type { Creation } from "../chaos/errors";

export type Kind = "creation" | "slow creation" | "link creation" | "link page" | "look-up";

/** One request, which was sent once. `code` is set where a payment was created. */
export interface Sent extends Creation {
  readonly kind: Kind;
}

/** How long the body of a slow request takes to arrive: longer than the ports of a process that stops are open, ms. */
export const slowMs = 8_000;

export const isGood = (status: number): boolean => status >= 200 && status < 300;
