import { z } from "zod";
import { choice, codeText, freeText } from "@/server/domain/fields";
import { deliveryStates } from "@/server/domain/states";
import { findPartners, getExistingPartnerId, getPartner } from "@/server/usecases/accounts/queries";
import { getDelivery, listDeliveries } from "@/server/usecases/webhooks/queries";
import { sendTestWebhook } from "@/server/usecases/webhooks/send-test-webhook";
import { cursor } from "../trpc/trpc-fields";
import { mutationProcedure, queryProcedure, router } from "./door";

const onePartner = z.object({ partnerId: codeText(64) });

/** The deliveries on a page of the list. */
const pageSize = 50;

/** Procedures of staff for merchants' accounts. */
export const partnerRouter = router({
  find: queryProcedure("partner.read")
    .input(z.object({ text: freeText(256) }))
    .query(({ ctx: { ctx }, input }) => findPartners(ctx, input)),

  get: queryProcedure("partner.read")
    .input(onePartner)
    .query(({ ctx: { ctx }, input }) => getPartner(ctx, input)),

  deliveries: queryProcedure("webhook.read")
    .input(onePartner.extend({ status: choice([...deliveryStates, "failed"]).nullable(), cursor: cursor() }))
    .query(async ({ ctx: { ctx }, input: { partnerId, status, cursor: place } }) =>
      listDeliveries(ctx, {
        partnerId: await getExistingPartnerId(ctx, { partnerId }),
        status,
        type: null,
        cursor: place ?? null,
        countMax: pageSize,
      }),
    ),

  /** Returns a delivery without its signed headers, which only the merchant may see. */
  delivery: queryProcedure("webhook.read")
    .input(onePartner.extend({ deliveryId: codeText(64) }))
    .query(async ({ ctx: { ctx }, input: { partnerId, deliveryId } }) =>
      getDelivery(ctx, { partnerId: await getExistingPartnerId(ctx, { partnerId }), deliveryId }),
    ),

  sendTest: mutationProcedure("webhook.test")
    .input(onePartner)
    .mutation(async ({ ctx: { ctx, session, audit, facts }, input: { partnerId } }) => {
      await audit.begin({ subject: partnerId });
      const webhook = { partnerId, staffId: session.user.id, sourceIp: facts.sourceIp };
      const sent = await sendTestWebhook(ctx, webhook);
      audit.note({ detail: { deliveryId: sent.deliveryId } });
      return sent;
    }),
});
