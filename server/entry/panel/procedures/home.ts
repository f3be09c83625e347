import { mayInPanel } from "@/server/domain/people/access";
import { getAttention } from "@/server/usecases/accounts/get-attention";
import { getHome } from "@/server/usecases/accounts/get-home";
import { read, router } from "../door";

/** What somebody sees first. */
export const homeRouter = router({
  get: read("home.read").query(({ ctx: { ctx, session } }) =>
    getHome(ctx, { partnerId: session.account.partnerId }),
  ),
  attention: read("home.read").query(({ ctx: { ctx, session } }) =>
    getAttention(ctx, {
      account: session.account,
      hasSecondFactor: session.user.hasSecondFactor,
      sees: {
        webhooks: mayInPanel(session.role, "webhook.read"),
        refundRequests: mayInPanel(session.role, "refund.decide"),
      },
    }),
  ),
});
