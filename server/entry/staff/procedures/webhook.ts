import { z } from "zod";
import { days, plusMs } from "@/server/domain/clock";
import { choice, codeText } from "@/server/domain/fields";
import { receiverList, resendSpans } from "@/server/domain/webhooks/receiver-list";
import { listReceivers } from "@/server/usecases/webhooks/receiver-queries";
import { resendDeliveryByStaff } from "@/server/usecases/webhooks/resend-delivery-by-staff";
import { resendFailedByStaff } from "@/server/usecases/webhooks/resend-failed-by-staff";
import { listInput } from "../../trpc/list-input";
import { mutationProcedure, queryProcedure, router } from "../door";

const pageSize = 50;
const spanMs = { day: days(1), week: days(7) } as const;

/** Procedures of staff for the webhooks of all accounts. */
export const webhookRouter = router({
  receivers: queryProcedure("webhook.read")
    .input(listInput(receiverList))
    .query(({ ctx: { ctx }, input: { search, scope, cursor } }) =>
      listReceivers(ctx, { search, scope: scope ?? "failing", cursor: cursor ?? null, countMax: pageSize }),
    ),

  resendFailed: mutationProcedure("webhook.resend")
    .input(z.object({ partnerId: codeText(64), span: choice(resendSpans) }))
    .mutation(async ({ ctx: { ctx, session, audit, facts }, input: { partnerId, span } }) => {
      await audit.begin({ subject: partnerId, detail: { span } });
      const since = plusMs(ctx.clock.now(), -spanMs[span]);
      const by = { staffId: session.user.id, sourceIp: facts.sourceIp };
      const wanted = await resendFailedByStaff(ctx, { partnerId, since, ...by });
      audit.note({ detail: { span, count: wanted.count } });
      return wanted;
    }),

  resend: mutationProcedure("webhook.resend")
    .input(z.object({ partnerId: codeText(64), deliveryId: codeText(64) }))
    .mutation(async ({ ctx: { ctx, session, audit, facts }, input }) => {
      await audit.begin({ subject: input.deliveryId, detail: { partnerId: input.partnerId } });
      const by = { staffId: session.user.id, sourceIp: facts.sourceIp };
      const { statusCode, errorClass, durationMs } = await resendDeliveryByStaff(ctx, { ...input, ...by });
      audit.note({ detail: { partnerId: input.partnerId, statusCode, errorClass } });
      return { statusCode, errorClass, durationMs };
    }),
});
