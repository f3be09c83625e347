import { getContext } from "@/server/context";
import type { HeaderPrefixes } from "@/server/domain/webhooks/webhook-signature";

export interface WebhookFacts {
  /** What the headers' names begin with here (D-43). */
  readonly prefixes: HeaderPrefixes;
  /** The address of the sandbox's endpoints; null where there is no sandbox. */
  readonly sandboxOrigin: string | null;
}

/** What the guide to webhooks says of this installation. */
export function readWebhookFacts(): WebhookFacts {
  const { env } = getContext();
  return {
    prefixes: { current: env.webhookHeaderPrefix, legacy: env.webhookLegacyHeaderPrefix },
    sandboxOrigin: env.mode === "sandbox" ? env.origins.api : null,
  };
}
