import type { MadeDelivery } from "@/server/usecases/webhooks/relay-outbox";
import { deliveriesCreated } from "./events";

/** The number of deliveries of one account that one run sends, one after the other. */
export const deliveriesPerRun = 50;

/**
 * Creates the events that start runs for new deliveries: one for each account, or several when it has more deliveries
 * than a run sends.
 */
export function createDeliveryEvents(made: readonly MadeDelivery[]): ReturnType<typeof deliveriesCreated.create>[] {
  const idsByAccount = new Map<string, string[]>();
  for (const { partnerId, deliveryId } of made) {
    idsByAccount.set(partnerId, [...(idsByAccount.get(partnerId) ?? []), deliveryId]);
  }
  return [...idsByAccount].flatMap(([partnerId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / deliveriesPerRun) }, (_, n) =>
      deliveriesCreated.create({
        partnerId,
        deliveryIds: ids.slice(n * deliveriesPerRun, (n + 1) * deliveriesPerRun),
      }),
    ),
  );
}
