import { systemClock } from "@/server/domain/clock";
import type { DeliveryAttemptResult } from "@/server/domain/webhooks/delivery";
import type { Env } from "@/server/env";
import { createWebhookSender } from "./sender";

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
): { send(message: IncidentPost): Promise<DeliveryAttemptResult> } {
  const sender = createWebhookSender({
    mode: "trusted",
    headerPrefix: prefixes.webhookHeaderPrefix,
    legacyHeaderPrefix: prefixes.webhookLegacyHeaderPrefix,
    userAgent: "Vezne-Incidents/1",
  });
  return {
    send: ({ id, body, createdAt }) =>
      sender.send({
        url,
        deliveryId: id,
        occurredAt: createdAt,
        sentAt: systemClock.now(),
        body: Buffer.from(body),
        secrets: [secret.reveal()],
      }),
  };
}
