import { getAccountOverview } from "@/server/usecases/accounts/get-account-overview";
import { listKeyNames } from "@/server/usecases/accounts/list-key-names";
import { listTerminals } from "@/server/usecases/accounts/list-terminals";
import { budgetsOf } from "../budgets";
import { read, router } from "../door";

export const accountRouter = router({
  /** The account's state, limits and entitlements. */
  get: read("account.read").query(({ ctx: { ctx, session } }) =>
    getAccountOverview(ctx, { account: session.account }),
  ),
  /** The account's terminals with the installment counts that each permits. */
  terminals: read("account.read").query(({ ctx: { ctx, session } }) =>
    listTerminals(ctx, { account: session.account }),
  ),
  /** What is left of the API's budgets, for each key. */
  budgets: read("key.read").query(async ({ ctx: { ctx, session, limits } }) => {
    const { account } = session;
    return budgetsOf(limits, account, await listKeyNames(ctx, { partnerId: account.partnerId }));
  }),
});
