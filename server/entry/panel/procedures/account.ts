import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { logoInput, oneLogoRequest } from "@/server/domain/partners/logo";
import { nameRequestInput, storefrontChangeInput } from "@/server/domain/partners/profile-inputs";
import { getPolicy } from "@/server/entry/limits/rate-limit-policies";
import type { Balance, RateLimits } from "@/server/entry/limits/rate-limiter";
import { type KeyName, listKeyNames } from "@/server/usecases/accounts/api-queries";
import { getAccountOverview, listTerminals } from "@/server/usecases/accounts/queries";
import { getOwnProfile } from "@/server/usecases/partners/queries";
import { removeLogo } from "@/server/usecases/partners/remove-logo";
import { requestLogo } from "@/server/usecases/partners/request-logo";
import { requestName } from "@/server/usecases/partners/request-name";
import { updateStorefront } from "@/server/usecases/partners/update-storefront";
import { withdrawLogoRequest } from "@/server/usecases/partners/withdraw-logo-request";
import { withdrawNameRequest } from "@/server/usecases/partners/withdraw-name-request";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { mutationProcedure, queryProcedure, router } from "../door";

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
  /** Returns what the merchant tells its buyers, and what staff keep about it. */
  profile: queryProcedure("account.read").query(({ ctx: { ctx, session } }) =>
    getOwnProfile(ctx, { partnerId: session.account.partnerId }),
  ),
  updateStorefront: mutationProcedure("account.write")
    .input(storefrontChangeInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { revision, ...storefront } }) => {
      const { partnerId } = session.account;
      await audit.begin({ subject: partnerId });
      audit.note({ detail: { ...(await updateStorefront(ctx, { partnerId, revision, storefront })) } });
    }),
  /** Asks for another trading name, which is live once staff approve it. */
  requestName: mutationProcedure("account.write")
    .input(nameRequestInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { name } }) => {
      await audit.begin({ detail: { name } });
      const requestedBy = session.user.email;
      const { requestId } = await requestName(ctx, { partnerId: session.account.partnerId, name, requestedBy });
      audit.note({ subject: requestId });
    }),
  withdrawName: mutationProcedure("account.write")
    .input(z.object({ requestId: codeText(64) }))
    .mutation(async ({ ctx: { ctx, session, audit }, input: { requestId } }) => {
      await audit.begin({ subject: requestId });
      await withdrawNameRequest(ctx, { partnerId: session.account.partnerId, requestId });
    }),
  /** Asks to show another logo to buyers, which is live once staff approve it. */
  requestLogo: mutationProcedure("account.write")
    .input(logoInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { content } }) => {
      const file = Buffer.from(content, "base64");
      await audit.begin({ detail: { bytes: file.length } });
      const requestedBy = session.user.email;
      const { requestId } = await requestLogo(ctx, { partnerId: session.account.partnerId, file, requestedBy });
      audit.note({ subject: requestId });
    }),
  withdrawLogo: mutationProcedure("account.write")
    .input(oneLogoRequest)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { requestId } }) => {
      await audit.begin({ subject: requestId });
      await withdrawLogoRequest(ctx, { partnerId: session.account.partnerId, requestId });
    }),
  /** Shows buyers the name without a logo, at once. */
  removeLogo: mutationProcedure("account.write").mutation(async ({ ctx: { ctx, session, audit } }) => {
    const { partnerId } = session.account;
    await audit.begin({ subject: partnerId });
    audit.note({ detail: { ...(await removeLogo(ctx, { partnerId })) } });
  }),
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
