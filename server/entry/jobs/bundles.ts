import type { MadeDelivery } from "@/server/usecases/webhooks/relay-outbox";
import { deliveriesCreated } from "./events";

/** Deliveries of one account that one run sends, one after the other. */
export const deliveriesPerRun = 50;

/** What starts the runs for new deliveries: an event for each account, several where they are many. */
export function bundle(made: readonly MadeDelivery[]): ReturnType<typeof deliveriesCreated.create>[] {
  const idsOf = new Map<string, string[]>();
  for (const { partnerId, deliveryId } of made) {
    idsOf.set(partnerId, [...(idsOf.get(partnerId) ?? []), deliveryId]);
  }
  return [...idsOf].flatMap(([partnerId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / deliveriesPerRun) }, (_, n) =>
      deliveriesCreated.create({
        partnerId,
        deliveryIds: ids.slice(n * deliveriesPerRun, (n + 1) * deliveriesPerRun),
      }),
    ),
  );
}
