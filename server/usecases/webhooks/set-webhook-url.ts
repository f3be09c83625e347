import { AppError } from "@/server/domain/errors";
import { type FieldProblem, problem } from "@/server/domain/field-words";
import { findWebhookUrlProblem } from "@/server/domain/webhooks/webhook-url";
import type { PartnerId } from "@/server/store/tenant";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import type { Ctx } from "../ctx";

/**
 * Sets the address of an account's webhooks; null removes it. Checks the form of the address and the destination that
 * its name resolves to now (D-38); every delivery attempt checks again. Throws validation_error with a sentence that
 * names the fault.
 */
export async function setWebhookUrl(
  ctx: Ctx,
  { partnerId, url }: { partnerId: PartnerId; url: string | null },
): Promise<{ url: string | null }> {
  if (url !== null) await requireGoodAddress(ctx, url);
  const { webhookUrl } = await updatePartnerSettings(ctx, { partnerId, changes: { webhookUrl: url } });
  return { url: webhookUrl };
}

async function requireGoodAddress(ctx: Ctx, url: string): Promise<void> {
  const mode = ctx.sandboxTime ? "sandbox" : "live";
  const fault = findWebhookUrlProblem(url, mode);
  if (fault) throw refused(`webhook_${fault}`);
  const trouble = await ctx.webhooks.check(url);
  if (trouble === "blocked_destination") throw refused("webhook_blocked_destination");
  // A sandbox may have no name server. A name server that times out now may know the name at the first attempt.
  if (trouble === "name_not_found" && mode === "live") throw refused("webhook_name_not_found");
}

const refused = (name: FieldProblem): AppError => new AppError("validation_error", name, { problem: problem(name) });
