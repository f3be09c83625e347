import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { findPartner } from "@/server/store/accounts/partners";
import type { Ctx } from "../ctx";
import { staffActor } from "../people/shared/staff-actor";
import { writeAudit } from "../people/write-audit";
import { triggerWebhook } from "./trigger-webhook";

export interface SendTestWebhookInput {
  readonly partnerId: string;
  /** The member of staff who sends the test. */
  readonly staffId: string;
  readonly sourceIp: string;
}

/**
 * Sends a test event to an account on behalf of staff and records it in the account's own audit log, before and after
 * (S36). Returns the delivery's id, or null when the account has no address (§6). Throws not_found.
 */
export async function sendTestWebhook(
  ctx: Ctx,
  { partnerId, staffId, sourceIp }: SendTestWebhookInput,
): Promise<{ deliveryId: string | null }> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found", `No account ${partnerId}`);
  const entry = {
    scope: partnerId,
    action: "webhook.test",
    actionId: newId("action", ctx.clock.now()),
    sourceIp,
    actor: staffActor(staffId),
    code: null,
    detail: {},
  };
  await writeAudit(ctx, { ...entry, subject: null, outcome: "begun" });
  const sent = await triggerWebhook(ctx, { partnerId, type: "webhook.test" });
  await writeAudit(ctx, { ...entry, subject: sent.deliveryId, outcome: "done" });
  return sent;
}
