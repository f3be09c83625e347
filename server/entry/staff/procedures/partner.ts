import { partnerList } from "@/server/domain/accounts/partner-list";
import { choice, codeText } from "@/server/domain/fields";
import { onePartner } from "@/server/domain/partners/profile-inputs";
import { deliveryList, eventTypes } from "@/server/domain/webhooks/delivery-list";
import { findPartners, getExistingPartnerId } from "@/server/usecases/accounts/queries";
import { findFirstSteps } from "@/server/usecases/operations/first-step-queries";
import { getPartner } from "@/server/usecases/partners/queries";
import { getDelivery, listDeliveries } from "@/server/usecases/webhooks/queries";
import { sendTestWebhook } from "@/server/usecases/webhooks/send-test-webhook";
import { listInput } from "../../trpc/list-input";
import { mutationProcedure, queryProcedure, router } from "../door";

/** The deliveries on a page of the list. */
const pageSize = 50;

/** Procedures of staff that find merchants' accounts and follow their webhooks. */
export const partnerRouter = router({
  /** Lists the merchants that a text finds. */
  find: queryProcedure("partner.read")
    .input(listInput(partnerList))
    .query(({ ctx: { ctx }, input: { text, status, acceptance, cursor } }) =>
      findPartners(ctx, { text: text ?? "", filters: { status, acceptance }, cursor: cursor ?? null }),
    ),

  /** Returns what is left to do before the first payment of the installation; null when nothing is. */
  firstSteps: queryProcedure("partner.read").query(({ ctx: { ctx } }) => findFirstSteps(ctx)),

  get: queryProcedure("partner.read")
    .input(onePartner)
    .query(({ ctx: { ctx }, input }) => getPartner(ctx, input)),

  deliveries: queryProcedure("webhook.read")
    .input(listInput(deliveryList).extend(onePartner.shape))
    .query(async ({ ctx: { ctx }, input: { partnerId, status, type, cursor } }) =>
      listDeliveries(ctx, {
        partnerId: await getExistingPartnerId(ctx, { partnerId }),
        status,
        type,
        cursor: cursor ?? null,
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
    .input(onePartner.extend({ type: choice(eventTypes).default("webhook.test") }))
    .mutation(async ({ ctx: { ctx, session, audit, facts }, input: { partnerId, type } }) => {
      const detail = type === "webhook.test" ? {} : { type };
      await audit.begin({ subject: partnerId, detail });
      const webhook = { partnerId, type, staffId: session.user.id, sourceIp: facts.sourceIp };
      const sent = await sendTestWebhook(ctx, webhook);
      audit.note({ detail: { ...detail, deliveryId: sent.deliveryId } });
      return sent;
    }),
});
