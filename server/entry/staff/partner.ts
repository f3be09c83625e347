import { z } from "zod";
import { choice, codeText, freeText } from "@/server/domain/fields";
import { deliveryStates } from "@/server/domain/states";
import { findPartners } from "@/server/usecases/accounts/find-partners";
import { getPartner, getPartnerId } from "@/server/usecases/accounts/get-partner";
import { getDelivery } from "@/server/usecases/webhooks/get-delivery";
import { listDeliveries } from "@/server/usecases/webhooks/list-deliveries";
import { sendTestWebhook } from "@/server/usecases/webhooks/send-test-webhook";
import { cursor } from "../trpc/trpc-fields";
import { act, read, router } from "./door";

const onePartner = z.object({ partnerId: codeText(64) });

/** Deliveries on a page of the list. */
const pageSize = 50;

/** Merchants' accounts, as staff look after them. */
export const partnerRouter = router({
  find: read("partner.read")
    .input(z.object({ text: freeText(256) }))
    .query(({ ctx: { ctx }, input }) => findPartners(ctx, input)),

  get: read("partner.read")
    .input(onePartner)
    .query(({ ctx: { ctx }, input }) => getPartner(ctx, input)),

  deliveries: read("webhook.read")
    .input(onePartner.extend({ status: choice([...deliveryStates, "failed"]).nullable(), cursor: cursor() }))
    .query(async ({ ctx: { ctx }, input: { partnerId, status, cursor: place } }) =>
      listDeliveries(ctx, {
        partnerId: await getPartnerId(ctx, { partnerId }),
        status,
        type: null,
        cursor: place ?? null,
        countMax: pageSize,
      }),
    ),

  /** What is signed stays the merchant's: no headers. */
  delivery: read("webhook.read")
    .input(onePartner.extend({ deliveryId: codeText(64) }))
    .query(async ({ ctx: { ctx }, input: { partnerId, deliveryId } }) =>
      getDelivery(ctx, { partnerId: await getPartnerId(ctx, { partnerId }), deliveryId }),
    ),

  sendTest: act("webhook.test")
    .input(onePartner)
    .mutation(async ({ ctx: { ctx, session, audit, facts }, input: { partnerId } }) => {
      await audit.begin({ subject: partnerId });
      const asked = { partnerId, staffId: session.user.id, sourceIp: facts.sourceIp };
      const sent = await sendTestWebhook(ctx, asked);
      audit.note({ detail: { deliveryId: sent.deliveryId } });
      return sent;
    }),
});
