import { z } from "zod";
import { checkedText } from "@/server/domain/fields";
import { activateWebhookSecret } from "@/server/usecases/webhooks/activate-webhook-secret";
import { findWebhookSettings } from "@/server/usecases/webhooks/find-webhook-settings";
import { prepareWebhookSecret } from "@/server/usecases/webhooks/prepare-webhook-secret";
import { rollbackWebhookSecret } from "@/server/usecases/webhooks/rollback-webhook-secret";
import { setWebhookUrl } from "@/server/usecases/webhooks/set-webhook-url";
import { act, read } from "../door";

const weighty = () => act("webhook.write", { isWeighty: true });

/** Where webhooks go (D-38), and the three steps of a rotation of what signs them (D-37). */
export const webhookSettingProcedures = {
  settings: read("webhook.read").query(({ ctx: { ctx, session } }) =>
    findWebhookSettings(ctx, { partnerId: session.account.partnerId }),
  ),

  setUrl: weighty()
    .input(z.object({ url: checkedText(() => null).nullable() }))
    .mutation(async ({ ctx: { ctx, session, audit }, input: { url } }) => {
      // Its path may hold what only the receiver is to know, so only the host is on record.
      await audit.begin({ detail: { host: hostOf(url) } });
      return setWebhookUrl(ctx, { partnerId: session.account.partnerId, url });
    }),

  /** The answer carries the prepared secret, this once. */
  prepareSecret: weighty().mutation(async ({ ctx: { ctx, session, audit } }) => {
    await audit.begin({});
    const { secret } = await prepareWebhookSecret(ctx, { partnerId: session.account.partnerId });
    audit.note({ detail: { end: secret.slice(-4) } });
    return { secret };
  }),

  activateSecret: weighty().mutation(async ({ ctx: { ctx, session, audit } }) => {
    await audit.begin({});
    return activateWebhookSecret(ctx, { partnerId: session.account.partnerId });
  }),

  rollbackSecret: weighty().mutation(async ({ ctx: { ctx, session, audit } }) => {
    await audit.begin({});
    await rollbackWebhookSecret(ctx, { partnerId: session.account.partnerId });
  }),
};

const hostOf = (url: string | null): string | null => {
  if (url === null || !URL.canParse(url)) return null;
  return new URL(url).host;
};
