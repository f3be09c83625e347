import { getContext } from "@/server/context";
import type { HeaderPrefixes } from "@/server/domain/webhooks/webhook-signature";

export interface WebhookFacts {
  /** The prefixes of the header names in this installation (D-43). */
  readonly prefixes: HeaderPrefixes;
  /** The address of the sandbox endpoints; null without a sandbox. */
  readonly sandboxOrigin: string | null;
}

/** Reads the facts of this installation that the guide to webhooks shows. */
export function readWebhookFacts(): WebhookFacts {
  const { env } = getContext();
  return {
    prefixes: { current: env.webhookHeaderPrefix, legacy: env.webhookLegacyHeaderPrefix },
    sandboxOrigin: env.mode === "sandbox" ? env.origins.api : null,
  };
}
