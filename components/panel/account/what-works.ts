/** What of an account decides what it can do at the moment. */
export interface AccountState {
  readonly status: "active" | "suspended" | "closed";
  readonly isHeld: boolean;
  readonly paymentLinksEnabled: boolean;
}

export const abilities = [
  "payments",
  "links",
  "linkPayments",
  "startedPayments",
  "refunds",
  "queries",
] as const;
export type Ability = (typeof abilities)[number];

/** `limited`: not in the usual way; the screen says how. */
export type Works = "yes" | "no" | "limited";

/**
 * What still works (§5, §7.2, D-42, D-44): a hold stops what is new and the paying of links, a suspension refunds as well; of a
 * closed account only what is at the bank already comes to its end, and the API answers nothing.
 */
export function whatWorks({ status, isHeld, paymentLinksEnabled }: AccountState): Record<Ability, Works> {
  const acceptsNew = status === "active" && !isHeld ? "yes" : "no";
  const acceptsLinks = paymentLinksEnabled ? acceptsNew : "no";
  return {
    payments: acceptsNew,
    links: acceptsLinks,
    linkPayments: acceptsLinks,
    startedPayments: status === "closed" ? "limited" : "yes",
    refunds: status === "active" ? "yes" : "no",
    queries: status === "closed" ? "limited" : "yes",
  };
}
