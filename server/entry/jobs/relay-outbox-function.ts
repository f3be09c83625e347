import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { relayBatchSize, relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { createDeliveryEvents } from "./delivery-events";
import { outboxWritten } from "./events";

/**
 * The number of batches that one run relays. The results of all steps are sent with each later call of a run, so a long
 * queue is split among several runs.
 */
export const roundsPerRun = 4;

/** Relays the outbox: creates deliveries from its events and starts runs that send those of each account. */
export const relayOutboxFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "relay-outbox", triggers: [outboxWritten], concurrency: 1, retries: 3 },
    async ({ step }) => {
      for (let round = 1; round <= roundsPerRun; round++) {
        const made = await step.run(`relay-${round}`, () => ctx.dueWork.shared(() => relayOutbox(ctx)));
        if (made.length > 0) await step.sendEvent(`deliver-${round}`, createDeliveryEvents(made));
        if (made.length < relayBatchSize) return;
      }
      await step.sendEvent("go-on", outboxWritten.create());
    },
  );
