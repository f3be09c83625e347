import { z } from "zod";
import { plusMs } from "@/server/domain/clock";
import { codeText } from "@/server/domain/fields";
import { deliveryList } from "@/server/domain/webhooks/delivery-list";
import { resendFailedInput } from "@/server/domain/webhooks/resend-failed";
import { listInput } from "@/server/entry/trpc/list-input";
import type { Ctx } from "@/server/usecases/ctx";
import {
  countFailedDeliveries,
  type FailedSince,
  getDelivery,
  listDeliveries,
  listDeliveryHeaders,
} from "@/server/usecases/webhooks/queries";
import { resendDelivery } from "@/server/usecases/webhooks/resend-delivery";
import { resendFailedDeliveries } from "@/server/usecases/webhooks/resend-failed-deliveries";
import { triggerWebhook } from "@/server/usecases/webhooks/trigger-webhook";
import { mutationProcedure, queryProcedure } from "../door";

const oneDelivery = z.object({ deliveryId: codeText(64) });

/** The deliveries on a page of the list. */
const pageSize = 50;

/** Procedures for webhook deliveries (D-34) and for sending them again (D-35). */
export const webhookDeliveryProcedures = {
  list: queryProcedure("webhook.read")
    .input(listInput(deliveryList))
    .query(({ ctx: { ctx, session }, input: { status, type, cursor } }) => {
      const { partnerId } = session.account;
      return listDeliveries(ctx, { partnerId, status, type, cursor: cursor ?? null, countMax: pageSize });
    }),

  delivery: queryProcedure("webhook.read")
    .input(oneDelivery)
    .query(async ({ ctx: { ctx, session }, input: { deliveryId } }) => {
      const which = { partnerId: session.account.partnerId, deliveryId };
      // The signed headers are the merchant's alone, also while staff view the account (D-261).
      const headers = session.viewing ? [] : await listDeliveryHeaders(ctx, which);
      return { ...(await getDelivery(ctx, which)), headers };
    }),

  resend: mutationProcedure("webhook.write")
    .input(oneDelivery)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { deliveryId } }) => {
      await audit.begin({ subject: deliveryId });
      const which = { partnerId: session.account.partnerId, deliveryId };
      const { statusCode, errorClass, durationMs } = await resendDelivery(ctx, which);
      audit.note({ detail: { statusCode, errorClass } });
      return { statusCode, errorClass, durationMs };
    }),

  countFailed: queryProcedure("webhook.read")
    .input(resendFailedInput)
    .query(({ ctx: { ctx, session }, input }) =>
      countFailedDeliveries(ctx, toFailedSince(ctx, session.account.partnerId, input)),
    ),

  resendFailed: mutationProcedure("webhook.write")
    .input(resendFailedInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const failed = toFailedSince(ctx, session.account.partnerId, input);
      const detail = { since: failed.since.toISOString(), types: failed.types };
      await audit.begin({ detail });
      const wanted = await resendFailedDeliveries(ctx, failed);
      audit.note({ detail: { ...detail, count: wanted.count } });
      return wanted;
    }),

  /** Sends a test webhook. Returns the id of its delivery, or null when the account has no webhook address. */
  test: mutationProcedure("webhook.write").mutation(async ({ ctx: { ctx, session, audit } }) => {
    await audit.begin({});
    const sent = await triggerWebhook(ctx, { partnerId: session.account.partnerId, type: "webhook.test" });
    audit.note({ subject: sent.deliveryId });
    return sent;
  }),
};

const toFailedSince = (
  ctx: Ctx,
  partnerId: FailedSince["partnerId"],
  { sinceMs, types }: z.infer<typeof resendFailedInput>,
): FailedSince => ({ partnerId, since: plusMs(ctx.clock.now(), -sinceMs), types });
