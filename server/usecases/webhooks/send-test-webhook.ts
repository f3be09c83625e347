import { AppError } from "@/server/domain/errors";
import type { EventType } from "@/server/domain/states";
import { findPartner } from "@/server/store/accounts/partners";
import type { Ctx } from "../ctx";
import { withMerchantAudit } from "./shared/merchant-audit";
import { triggerWebhook } from "./trigger-webhook";

export interface SendTestWebhookInput {
  readonly partnerId: string;
  readonly type: EventType;
  /** The member of staff who sends the test. */
  readonly staffId: string;
  readonly sourceIp: string;
}

/**
 * Sends a test event to an account on behalf of staff and records it in the account's own audit log (S36). In live mode
 * only `webhook.test` can be sent, because an event of any other type would tell the merchant something untrue about
 * money; in the sandbox any type can, about a resource that does not exist (D-259). Returns the delivery's id, or null
 * when the account has no address (§6). Throws not_found and validation_error.
 */
export async function sendTestWebhook(
  ctx: Ctx,
  { partnerId, type, staffId, sourceIp }: SendTestWebhookInput,
): Promise<{ deliveryId: string | null }> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found", `No account ${partnerId}`);
  if (type !== "webhook.test" && !ctx.sandboxTime) {
    throw new AppError("validation_error", "In live mode only webhook.test can be sent as a test");
  }
  const detail = type === "webhook.test" ? {} : { type };
  return withMerchantAudit(
    ctx,
    { partnerId, staffId, sourceIp, action: "webhook.test", subject: null, detail },
    () => triggerWebhook(ctx, { partnerId, type }),
    ({ deliveryId }) => deliveryId,
  );
}
