import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { relayedAtOnce, relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { bundle } from "./bundles";
import { outboxWritten } from "./events";

/** A run keeps what its steps answered, and is sent it with each call: a long queue is shared among several runs. */
export const roundsPerRun = 4;

/** Makes deliveries of what waits in the outbox and starts a run for those of each account. */
export const relayOutboxFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "relay-outbox", triggers: [outboxWritten], concurrency: 1, retries: 3 },
    async ({ step }) => {
      for (let round = 1; round <= roundsPerRun; round++) {
        const made = await step.run(`relay-${round}`, () => ctx.dueWork.shared(() => relayOutbox(ctx)));
        if (made.length > 0) await step.sendEvent(`deliver-${round}`, bundle(made));
        if (made.length < relayedAtOnce) return;
      }
      await step.sendEvent("go-on", outboxWritten.create());
    },
  );
