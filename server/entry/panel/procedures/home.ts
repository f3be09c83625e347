import { mayInPanel } from "@/server/domain/people/access";
import { getHome } from "@/server/usecases/accounts/get-home";
import { getAttention } from "@/server/usecases/accounts/queries";
import { queryProcedure, router } from "../door";

/** Procedures of the panel's start page. */
export const homeRouter = router({
  get: queryProcedure("home.read").query(({ ctx: { ctx, session } }) =>
    getHome(ctx, { partnerId: session.account.partnerId }),
  ),
  attention: queryProcedure("home.read").query(({ ctx: { ctx, session } }) =>
    getAttention(ctx, {
      account: session.account,
      // The hint about the second factor is for members of the account.
      hasSecondFactor: session.viewing !== null || session.user.hasSecondFactor,
      sees: {
        webhooks: mayInPanel(session.role, "webhook.read"),
        keys: mayInPanel(session.role, "key.read"),
        refundRequests: mayInPanel(session.role, "refund.read"),
        chargebacks: mayInPanel(session.role, "chargeback.read"),
      },
    }),
  ),
});
