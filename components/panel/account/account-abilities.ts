/** The facts about an account that decide what it can do now. */
export interface AccountState {
  readonly status: "active" | "suspended" | "closed";
  readonly isHeld: boolean;
  readonly paymentLinksEnabled: boolean;
}

export const abilities = ["payments", "links", "linkPayments", "startedPayments", "refunds", "queries"] as const;
export type Ability = (typeof abilities)[number];

/** The abilities that can work only in part. */
export type LimitedAbility = Extract<Ability, "startedPayments" | "queries">;

/** `limited` means that it works only in part; the screen explains how. */
export type Availability = "yes" | "no" | "limited";

type Availabilities = Record<Exclude<Ability, LimitedAbility>, "yes" | "no"> & Record<LimitedAbility, Availability>;

/**
 * Returns what an account can do now (§5, §7.2, D-42, D-44). A hold stops new payments, new links and the payment of
 * links; a suspension also stops refunds. For a closed account only payments that are already at the bank are finished,
 * and the API refuses every request.
 */
export function findAbilities({ status, isHeld, paymentLinksEnabled }: AccountState): Availabilities {
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
