import { getPolicy } from "@/server/entry/limits/rate-limit-policies";
import type { Balance, RateLimits } from "@/server/entry/limits/rate-limiter";
import { type KeyName, listKeyNames } from "@/server/usecases/accounts/api-queries";
import { getAccountOverview, listTerminals } from "@/server/usecases/accounts/queries";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { queryProcedure, router } from "../door";

/** Procedures for the account itself. */
export const accountRouter = router({
  /** Returns the account's state, limits and entitlements. */
  get: queryProcedure("account.read").query(({ ctx: { ctx, session } }) =>
    getAccountOverview(ctx, { account: session.account }),
  ),
  /** Lists the account's terminals with the installment counts that each permits. */
  terminals: queryProcedure("account.read").query(({ ctx: { ctx, session } }) =>
    listTerminals(ctx, { account: session.account }),
  ),
  /** Returns what is left of the API's budgets, for each key. */
  budgets: queryProcedure("key.read").query(async ({ ctx: { ctx, session, limits } }) => {
    const { account } = session;
    return readBudgets(limits, account, await listKeyNames(ctx, { partnerId: account.partnerId }));
  }),
});

/** The budgets that each key has separately, in the order in which they are shown (§8.3). */
const keyPolicies = ["payments-key", "links-write-key", "links-read-key", "refunds-key"] as const;

interface KeyBudgets extends KeyName {
  readonly budgets: readonly Balance[];
}

/** Reads the account's budgets of the merchant API without taking from them. */
async function readBudgets(
  limits: RateLimits,
  account: PanelSession["account"],
  keys: readonly KeyName[],
): Promise<{ keys: KeyBudgets[]; installments: Balance }> {
  const readBalance = (policy: (typeof keyPolicies)[number], keyId: string): Promise<Balance> => {
    const { raisedBy } = getPolicy(policy);
    return limits.peek(policy, keyId, raisedBy && account[raisedBy]);
  };
  return {
    keys: await Promise.all(
      keys.map(async (key) => ({
        ...key,
        budgets: await Promise.all(keyPolicies.map((policy) => readBalance(policy, key.keyId))),
      })),
    ),
    installments: await limits.peek("installments-partner", account.partnerId),
  };
}
