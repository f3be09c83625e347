import { systemTime } from "@/server/domain/real-time";
import type { DeliveryAttemptResult } from "@/server/domain/webhooks/delivery";
import type { Env } from "@/server/env";
import { createWebhookSender, type WebhookSenderOptions } from "./sender";

/** A message about alerts; its id and its body are the same in every attempt. */
interface IncidentPost {
  readonly id: string;
  readonly body: string;
  readonly createdAt: Date;
}

/**
 * Creates the sender of messages about alerts (D-363). It signs as webhooks of merchants are signed. The address comes
 * from the operator's environment, so it may lie in a private network; redirects are not followed.
 */
export function createIncidentWebhook(
  { url, secret }: NonNullable<Env["incidents"]["webhook"]>,
  prefixes: Pick<Env, "webhookHeaderPrefix" | "webhookLegacyHeaderPrefix">,
  network: Pick<WebhookSenderOptions, "exchange" | "realTime"> = {},
): { send(message: IncidentPost): Promise<DeliveryAttemptResult> } {
  const { realTime = systemTime } = network;
  const sender = createWebhookSender({
    mode: "trusted",
    headerPrefix: prefixes.webhookHeaderPrefix,
    legacyHeaderPrefix: prefixes.webhookLegacyHeaderPrefix,
    userAgent: "Vezne-Incidents/1",
    ...network,
  });
  return {
    send: ({ id, body, createdAt }) =>
      sender.send({
        url,
        deliveryId: id,
        occurredAt: createdAt,
        sentAt: realTime.now(),
        body: Buffer.from(body),
        secrets: [secret.reveal()],
      }),
  };
}
