import type { KeyName } from "@/server/usecases/accounts/list-key-names";
import type { PanelSession } from "@/server/usecases/people/find-session";
import { policyOf } from "../limits/rate-limit-policies";
import type { Balance, RateLimits } from "../limits/rate-limiter";

/** What each key has a budget of its own for, in the order in which they are shown (§8.3). */
const keyPolicies = ["payments-key", "links-write-key", "links-read-key", "refunds-key"] as const;

export interface KeyBudgets extends KeyName {
  readonly budgets: readonly Balance[];
}

/** How the account stands with the budgets of the merchant API at this moment; looking takes nothing of them. */
export async function budgetsOf(
  limits: RateLimits,
  account: PanelSession["account"],
  keys: readonly KeyName[],
): Promise<{ keys: KeyBudgets[]; installments: Balance }> {
  const balanceOf = (policy: (typeof keyPolicies)[number], keyId: string): Promise<Balance> => {
    const { raisedBy } = policyOf(policy);
    return limits.peek(policy, keyId, raisedBy && account[raisedBy]);
  };
  return {
    keys: await Promise.all(
      keys.map(async (key) => ({
        ...key,
        budgets: await Promise.all(keyPolicies.map((policy) => balanceOf(policy, key.keyId))),
      })),
    ),
    installments: await limits.peek("installments-partner", account.partnerId),
  };
}
