import type { ActingAccount } from "../caller";
import { accountObstacle } from "./link-view";

/** What stands in the way of new links (D-7), in the order in which it would be refused. */
export type LinkObstacle = "closed" | "suspended" | "feature_off" | "on_hold";

export interface LinkTerms {
  /** Null: links can be created. */
  readonly obstacle: LinkObstacle | null;
  readonly holdReason: string | null;
  readonly heldSince: Date | null;
  /** Hosts that a redirect address may have; empty: any. */
  readonly allowedHosts: readonly string[];
}

/** Whether the account can create links as it stands, and what it may send buyers on to (§4.1). */
export function getLinkTerms(_ctx: unknown, { account }: { account: ActingAccount }): LinkTerms {
  return {
    obstacle: account.status === "closed" ? "closed" : accountObstacle(account),
    holdReason: account.holdReason,
    heldSince: account.heldSince,
    allowedHosts: account.allowedHosts,
  };
}
