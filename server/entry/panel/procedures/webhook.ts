import { webhookUrlInput } from "@/server/domain/webhooks/webhook-url";
import { activateWebhookSecret } from "@/server/usecases/webhooks/activate-webhook-secret";
import { prepareWebhookSecret } from "@/server/usecases/webhooks/prepare-webhook-secret";
import { getWebhookSettings } from "@/server/usecases/webhooks/queries";
import { rollbackWebhookSecret } from "@/server/usecases/webhooks/rollback-webhook-secret";
import { setWebhookUrl } from "@/server/usecases/webhooks/set-webhook-url";
import { mutationProcedure, queryProcedure, router } from "../door";
import { webhookDeliveryProcedures } from "./webhook-deliveries";

const guardedMutation = () => mutationProcedure("webhook.write", { requiresReauthentication: true });

/** Procedures for the webhook address (D-38), and for the three steps of a rotation of the signing secret (D-37). */
const webhookSettingProcedures = {
  settings: queryProcedure("webhook.read").query(({ ctx: { ctx, session } }) =>
    getWebhookSettings(ctx, { partnerId: session.account.partnerId }),
  ),

  setUrl: guardedMutation()
    .input(webhookUrlInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { url } }) => {
      // The path may contain a secret of the receiver, so the audit log keeps only the host.
      await audit.begin({ detail: { host: readHost(url) } });
      return setWebhookUrl(ctx, { partnerId: session.account.partnerId, url });
    }),

  /** Prepares a secret. Only this answer contains it. */
  prepareSecret: guardedMutation().mutation(async ({ ctx: { ctx, session, audit } }) => {
    await audit.begin({});
    const { secret } = await prepareWebhookSecret(ctx, { partnerId: session.account.partnerId });
    audit.note({ detail: { end: secret.slice(-4) } });
    return { secret };
  }),

  activateSecret: guardedMutation().mutation(async ({ ctx: { ctx, session, audit } }) => {
    await audit.begin({});
    return activateWebhookSecret(ctx, { partnerId: session.account.partnerId });
  }),

  rollbackSecret: guardedMutation().mutation(async ({ ctx: { ctx, session, audit } }) => {
    await audit.begin({});
    await rollbackWebhookSecret(ctx, { partnerId: session.account.partnerId });
  }),
};

const readHost = (url: string | null): string | null => {
  if (url === null || !URL.canParse(url)) return null;
  return new URL(url).host;
};

/** Procedures for an account's webhooks: address, signing secret and deliveries. */
export const webhookRouter = router({ ...webhookSettingProcedures, ...webhookDeliveryProcedures });
