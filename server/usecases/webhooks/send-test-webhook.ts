import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { findPartner } from "@/server/store/accounts/partners";
import type { Ctx } from "../ctx";
import { writeAudit } from "../people/write-audit";
import { triggerWebhook } from "./trigger-webhook";

export interface SendTestWebhookInput {
  readonly partnerId: string;
  /** The member of staff who asks for it. */
  readonly staffId: string;
  readonly sourceIp: string;
}

/** How staff are called in a merchant's own log; the log of staff says who it was. */
const staffName = "Vezne";

/**
 * Sends a test event to an account for staff; the account's own log says so, before and after (S36). Answers the delivery,
 * null without an address (§6). Throws not_found.
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
    actor: { kind: "staff", id: staffId, name: staffName } as const,
    code: null,
    detail: {},
  };
  await writeAudit(ctx, { ...entry, subject: null, outcome: "begun" });
  const sent = await triggerWebhook(ctx, { partnerId, type: "webhook.test" });
  await writeAudit(ctx, { ...entry, subject: sent.deliveryId, outcome: "done" });
  return sent;
}
