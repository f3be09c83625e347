import { AppError } from "@/server/domain/errors";
import { findPartner } from "@/server/store/accounts/partners";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { previousOf, webhookSecretPurpose } from "./webhook-secret";

/** Where an account's webhooks go and what signs them. Of a secret only its end is ever told. */
export interface WebhookSettings {
  /** Null: none is set, and nothing is sent. */
  readonly url: string | null;
  readonly mode: "sandbox" | "live";
  /** The last four characters of the secret that signs. */
  readonly presentEnd: string;
  /** Of the prepared one; null: none is. */
  readonly nextEnd: string | null;
  /** Of the one before, and until when one can go back to it; null: its day is over, or there is none (D-37). */
  readonly previous: { readonly end: string; readonly until: Date } | null;
}

/** Throws not_found. */
export async function findWebhookSettings(
  ctx: Ctx,
  { partnerId }: { partnerId: PartnerId },
): Promise<WebhookSettings> {
  const partner = await findPartner(ctx.db, partnerId);
  if (!partner) throw new AppError("not_found");
  const endOf = (sealed: Uint8Array) => ctx.vault.open(webhookSecretPurpose(partnerId), sealed).slice(-4);
  const previous = previousOf(partner, ctx.clock.now());
  const until = partner.webhookSecretPreviousUntil;
  return {
    url: partner.webhookUrl,
    mode: ctx.sandboxTime ? "sandbox" : "live",
    presentEnd: endOf(partner.webhookSecret),
    nextEnd: partner.webhookSecretNext && endOf(partner.webhookSecretNext),
    previous: previous && until && { end: endOf(previous), until },
  };
}
