import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { relayedAtOnce, relayOutbox } from "@/server/usecases/relay-outbox";
import { deliveriesCreated, outboxWritten } from "./events";

/** Deliveries of one account that one run sends, one after the other. */
export const deliveriesPerRun = 10;

/** A run keeps what its steps answered, and is sent it with each call: a long queue is shared among several runs. */
export const roundsPerRun = 4;

/** Makes deliveries of what waits in the outbox and starts a run for those of each account. */
export const relayOutboxFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "relay-outbox", triggers: [outboxWritten], concurrency: 1, retries: 3 },
    async ({ step }) => {
      for (let round = 1; round <= roundsPerRun; round++) {
        const made = await step.run(`relay-${round}`, () => ctx.dueGate.shared(() => relay(ctx)));
        if (made.bundles.length > 0) {
          await step.sendEvent(
            `deliver-${round}`,
            made.bundles.map((bundle) => deliveriesCreated.create(bundle)),
          );
        }
        if (!made.isMoreWaiting) return;
      }
      await step.sendEvent("go-on", outboxWritten.create());
    },
  );

interface Bundle {
  partnerId: string;
  deliveryIds: string[];
}

async function relay(ctx: Ctx) {
  const made = await relayOutbox(ctx);
  const idsOf = new Map<string, string[]>();
  for (const { partnerId, deliveryId } of made) {
    idsOf.set(partnerId, [...(idsOf.get(partnerId) ?? []), deliveryId]);
  }
  const bundles = [...idsOf].flatMap(([partnerId, ids]) => bundlesOf(partnerId, ids));
  return { bundles, isMoreWaiting: made.length === relayedAtOnce };
}

function bundlesOf(partnerId: string, ids: readonly string[]): Bundle[] {
  const count = Math.ceil(ids.length / deliveriesPerRun);
  return Array.from({ length: count }, (_, n) => ({
    partnerId,
    deliveryIds: ids.slice(n * deliveriesPerRun, (n + 1) * deliveriesPerRun),
  }));
}
