import { AppError } from "@/server/domain/errors";
import { type FieldProblem, problem } from "@/server/domain/field-words";
import { webhookUrlProblem } from "@/server/domain/webhooks/webhook-url";
import type { PartnerId } from "@/server/store/tenant";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import type { Ctx } from "../ctx";

/**
 * Sets where an account's webhooks go; null: nowhere. The address is judged by its form and by what its name leads to now
 * (D-38), and again at every attempt. Throws validation_error with a sentence that says what is wrong.
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
  const fault = webhookUrlProblem(url, mode);
  if (fault) throw refused(`webhook_${fault}`);
  const trouble = await ctx.webhooks.check(url);
  if (trouble === "blocked_destination") throw refused("webhook_blocked_destination");
  // A sandbox may be far from any name server; and one that is slow now may know the name at the first attempt.
  if (trouble === "name_not_found" && mode === "live") throw refused("webhook_name_not_found");
}

const refused = (name: FieldProblem): AppError =>
  new AppError("validation_error", name, { problem: problem(name) });
